/** The value below which so much of all lies: 0.5 is the median, 1 the greatest. Throws where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('The median of an empty list is undefined');
  return found;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
