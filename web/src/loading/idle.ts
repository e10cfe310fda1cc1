import { startTransition, useCallback, useEffect, useState } from 'react';

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Resolves when the browser has nothing else to do. */
export const idle = () =>
  new Promise<void>((resolve) => {
    // Not every browser has it.
    if ('requestIdleCallback' in window) {
      requestIdleCallback(() => {
        resolve();
      });
    } else setTimeout(resolve, 200);
  });

/** Whether what `wait` waits for has come; the same function each time, or it is waited for anew. */
export function useHasCome(wait: () => Promise<void>): boolean {
  const [hasCome, setCome] = useState(false);
  useEffect(() => {
    let isOver = false;
    void wait().then(() => {
      if (isOver) return;
      startTransition(() => {
        setCome(true);
      });
    });
    return () => {
      isOver = true;
    };
  }, [wait]);
  return hasCome;
}

/** Whether what is to be seen first has had `ms` milliseconds, and the browser was idle after that. */
export const useIsSettled = (ms: number): boolean =>
  useHasCome(
    useCallback(async () => {
      await pause(ms);
      await idle();
    }, [ms]),
  );

/**
 * How many of `count` things that are drawn ahead have had their turn: none for `ms` milliseconds, then one more each time
 * the browser is idle.
 */
export function useTurns(count: number, ms: number): number {
  const isSettled = useIsSettled(ms);
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (!isSettled || turns >= count) return undefined;
    let isOver = false;
    void idle().then(() => {
      if (isOver) return;
      startTransition(() => {
        setTurns(turns + 1);
      });
    });
    return () => {
      isOver = true;
    };
  }, [isSettled, turns, count]);
  return turns;
}
