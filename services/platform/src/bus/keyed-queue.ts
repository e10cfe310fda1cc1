/**
 * Runs tasks of one key one after another and of different keys at the same time: how messages of one subject keep
 * their order without waiting for everybody else's.
 */
export interface KeyedQueues {
  /** Runs the task after all earlier ones of its key, whatever became of them; settles as the task does. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export function createKeyedQueues(): KeyedQueues {
  const tails = new Map<string, Promise<void>>();

  return {
    run: (key, task) => {
      const previous = tails.get(key);
      const result = previous === undefined ? task() : previous.then(task);
      // The tail never rejects: a failure is told to whoever asked for the task, the next one runs regardless.
      const tail = result.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return result;
    },
    idle: async () => {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
