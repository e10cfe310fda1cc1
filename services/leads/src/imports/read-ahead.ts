/**
 * The same items; while one is worked on, the next is made already. Whoever stops early closes the source, as a plain
 * loop over it would.
 */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = source.next(); ;) {
      const made = await next;
      if (made.done) return;
      next = source.next();
      // Awaited with the next turn; until then its failure is nobody's unhandled one.
      next.catch(() => undefined);
      yield made.value;
    }
  } finally {
    await source.return(undefined);
  }
}
