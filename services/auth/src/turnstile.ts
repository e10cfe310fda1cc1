/** Lets so many pieces of work through at a time, the rest in the order they came. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

export function createTurnstile(most: number): Turnstile {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
