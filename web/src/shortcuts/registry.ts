/** What parts of the page offer for as long as they are there: its shortcuts, its commands. */
export interface Registry<T> {
  /** Answers how to take it away again. */
  add(entry: T): () => void;
  list: () => readonly T[];
  subscribe: (listener: () => void) => () => void;
}

export function createRegistry<T>(): Registry<T> {
  let entries: readonly T[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly T[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  return {
    add: (entry) => {
      set([...entries, entry]);
      return () => {
        set(entries.filter((each) => each !== entry));
      };
    },
    list: () => entries,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
