interface Call<T> {
  items: readonly T[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Items of one write, at most, unless one call brings more: other users' reads pass in between. */
const maxJoined = 50;

/**
 * Joins what is written at the same time: while one write is under way, what is asked for gathers for the next one. Each
 * call settles when its own items are written, earlier calls' items before later ones'. Where a joined write fails each
 * call is written by itself, so that what cannot be written fails to whoever brought it and to nobody else: `write` must
 * have the same outcome when it is done again.
 */
export function joinedWrites<T>(
  write: (items: readonly T[]) => Promise<void>,
): (items: readonly T[]) => Promise<void> {
  const waiting: Call<T>[] = [];
  let isWriting = false;

  const writeAlone = ({ items, resolve, reject }: Call<T>) => write(items).then(resolve, reject);

  async function writeTogether(calls: readonly Call<T>[]): Promise<void> {
    try {
      await write(calls.flatMap(({ items }) => items));
    } catch {
      await Promise.all(calls.map(writeAlone));
      return;
    }
    for (const { resolve } of calls) resolve();
  }

  /** The first call, and those behind it that have room beside it. */
  function nextCalls(): readonly Call<T>[] {
    let items = 0;
    const behind = waiting.findIndex((call, index) => {
      items += call.items.length;
      return index > 0 && items > maxJoined;
    });
    return waiting.splice(0, behind === -1 ? waiting.length : behind);
  }

  async function work(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const calls = nextCalls();
      const [only] = calls;
      await (calls.length === 1 && only ? writeAlone(only) : writeTogether(calls));
    }
    isWriting = false;
  }

  return (items) =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject });
      if (!isWriting) void work();
    });
}
