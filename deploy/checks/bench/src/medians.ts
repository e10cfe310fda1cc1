/**
 * Median duration of each work item in milliseconds over some rounds, after warm-up. Interleaved, so that other
 * load affects all alike.
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
