import { startTransition, useEffect, useState } from 'react';

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

/** Whether what is to be seen first has had `ms` milliseconds, and the browser was idle after that. */
export function useIsSettled(ms: number): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let isOver = false;
    const settle = async () => {
      await pause(ms);
      await idle();
      if (isOver) return;
      startTransition(() => {
        setSettled(true);
      });
    };
    void settle();
    return () => {
      isOver = true;
    };
  }, [ms]);
  return isSettled;
}
