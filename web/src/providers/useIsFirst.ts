import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** Who is in line for a key, the first at the head, in one window. */
interface Lines {
  join: (key: string, one: symbol) => () => void;
  isFirst: (key: string, one: symbol) => boolean;
  subscribe: (listener: () => void) => () => void;
}

function createLines(): Lines {
  const lines = new Map<string, readonly symbol[]>();
  const listeners = new Set<() => void>();
  const set = (key: string, line: readonly symbol[]) => {
    if (line.length === 0) lines.delete(key);
    else lines.set(key, line);
    for (const listener of listeners) listener();
  };
  return {
    join: (key, one) => {
      set(key, [...(lines.get(key) ?? []), one]);
      return () => {
        set(
          key,
          (lines.get(key) ?? []).filter((each) => each !== one),
        );
      };
    },
    isFirst: (key, one) => lines.get(key)?.[0] === one,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const linesOf = new WeakMap<QueryClient, Lines>();

function linesIn(queries: QueryClient): Lines {
  const lines = linesOf.get(queries) ?? createLines();
  linesOf.set(queries, lines);
  return lines;
}

/**
 * Whether this component is the one that does something for all in the window with the same key: the first that is there. It
 * is another's turn once it goes.
 */
export function useIsFirst(key: string): boolean {
  const lines = linesIn(useQueryClient());
  const [own] = useState(() => Symbol(key));
  const isFirst = useSyncExternalStore(lines.subscribe, () => lines.isFirst(key, own));
  useEffect(() => lines.join(key, own), [lines, key, own]);
  return isFirst;
}
