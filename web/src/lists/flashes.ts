import { createContext, useContext, useSyncExternalStore } from 'react';

/** Why a row is highlighted: changed by another user, or new. */
export interface Flash {
  kind: 'changed' | 'new';
  /** Incremented with every flash, so that a row that changes twice flashes twice. */
  turn: number;
}

/** How long a row stays highlighted; the flash itself is shorter (look: Motion). */
export const markedFor = 5_000;

/** Which rows of a table have just changed. */
export interface Flashes {
  flash(id: string, kind: Flash['kind']): void;
  of(id: string): Flash | undefined;
  subscribe: (listener: () => void) => () => void;
  /** Clears everything and stops its timers. */
  clear(): void;
}

/** Creates the highlights of one table. */
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

/** The highlights of the surrounding table. */
export const FlashContext = createContext(noFlashes);

/** The highlight of one row; a row re-renders only for its own. */
export function useFlash(id: string): Flash | undefined {
  const flashes = useContext(FlashContext);
  return useSyncExternalStore(flashes.subscribe, () => flashes.of(id));
}
