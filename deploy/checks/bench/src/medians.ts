/**
 * How long each of several works takes, in milliseconds: the median of so many rounds, after some that do not count.
 * Interleaved, so that whatever else the machine does meets all of them alike.
 */
export async function medians(
  works: Record<string, () => Promise<unknown>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Map<string, number>> {
  const times = new Map(Object.keys(works).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds + warmUp; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const started = performance.now();
      await work();
      if (round >= warmUp) times.get(name)?.push(performance.now() - started);
    }
  }
  return new Map([...times].map(([name, all]) => [name, all.sort((a, b) => a - b)[rounds >> 1] ?? NaN]));
}
