/**
 * Runs tasks of one key one after another and of different keys at the same time: how messages of one subject keep
 * their order without waiting for everybody else's.
 */
export interface KeyedQueues {
  /** Runs the task after all earlier ones of its key, whatever became of them; settles as the task does. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** The same for a task of several keys at once: after all earlier ones of any of them, before all later ones. */
  runAll<T>(keys: readonly string[], task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export function createKeyedQueues(): KeyedQueues {
  const tails = new Map<string, Promise<void>>();

  function runAll<T>(keys: readonly string[], task: () => Promise<T>): Promise<T> {
    const previous = keys.flatMap((key) => tails.get(key) ?? []);
    const result = previous.length === 0 ? task() : Promise.all(previous).then(task);
    // The tail never rejects: a failure is told to whoever asked for the task, the next one runs regardless.
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    for (const key of keys) tails.set(key, tail);
    void tail.then(() => {
      for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
    });
    return result;
  }

  return {
    run: (key, task) => runAll([key], task),
    runAll,
    idle: async () => {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
