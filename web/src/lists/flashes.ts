import { createContext, useContext, useSyncExternalStore } from 'react';

/** Why a row draws the eye: another user changed it, or it has just come. */
export interface Flash {
  kind: 'changed' | 'new';
  /** Rises with every flash, so that a row that changes twice flashes twice. */
  turn: number;
}

/** A row stays marked this long; the flash itself is shorter (look: Motion). */
export const markedFor = 5_000;

/** Which rows of a table have just changed. */
export interface Flashes {
  flash(id: string, kind: Flash['kind']): void;
  of(id: string): Flash | undefined;
  subscribe: (listener: () => void) => () => void;
  /** Forgets everything and stops its timers. */
  clear(): void;
}

/** Makes the marks of one table. */
export function createFlashes(): Flashes {
  const marks = new Map<string, Flash>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  let turn = 0;
  const notify = () => {
    for (const listener of listeners) listener();
  };

  return {
    flash(id, kind) {
      clearTimeout(timers.get(id));
      turn += 1;
      marks.set(id, { kind, turn });
      timers.set(
        id,
        setTimeout(() => {
          marks.delete(id);
          timers.delete(id);
          notify();
        }, markedFor),
      );
      notify();
    },
    of: (id) => marks.get(id),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      marks.clear();
    },
  };
}

/** For a table in which nothing ever flashes. */
export const noFlashes = createFlashes();

/** The marks of the table around. */
export const FlashContext = createContext(noFlashes);

/** The mark of one row; a row re-renders for its own mark alone. */
export function useFlash(id: string): Flash | undefined {
  const flashes = useContext(FlashContext);
  return useSyncExternalStore(flashes.subscribe, () => flashes.of(id));
}
