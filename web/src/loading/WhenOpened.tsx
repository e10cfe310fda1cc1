import { createContext, useEffect, useState, type ReactNode } from 'react';
import { DrawnAhead } from './lazy-part.js';

/** Whether what is drawn ahead was opened, and who waits for that. */
class Opening {
  readonly #listeners = new Set<() => void>();
  #isOpen: boolean;

  constructor(isOpen: boolean) {
    this.#isOpen = isOpen;
  }

  isOpen = () => this.#isOpen;

  /** Calls back once it is opened; answers how not to. */
  onOpen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  open() {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const listener of this.#listeners) listener();
  }
}

/** What asks for nothing before it is opened reads it here: a value that changed would draw anew whoever reads it. */
export const OpeningContext = createContext<Pick<Opening, 'isOpen' | 'onOpen'>>(new Opening(true));

/** Holds what may be drawn before anybody opens it; it begins to ask once `isOpened`. */
export function WhenOpened({ isOpened, children }: { isOpened: boolean; children: ReactNode }) {
  const [opening] = useState(() => new Opening(isOpened));
  useEffect(() => {
    if (isOpened) opening.open();
  }, [opening, isOpened]);
  return (
    <OpeningContext value={opening}>
      <DrawnAhead value={!isOpened}>{children}</DrawnAhead>
    </OpeningContext>
  );
}
