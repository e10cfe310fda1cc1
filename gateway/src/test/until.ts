const patienceMs = 60_000;
const lookEveryMs = 5;

/** Resolves with what `look` finds as soon as it finds something true; rejects after a minute, or after its patience. */
export async function until<T>(
  look: () => T | Promise<T>,
  what = 'what was waited for',
  patience = patienceMs,
): Promise<NonNullable<T>> {
  const givesUpAt = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > givesUpAt) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
