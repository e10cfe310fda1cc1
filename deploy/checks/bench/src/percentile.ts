/**
 * The value below which this share of all values lies: 0.5 is the median, 1 the maximum. Throws for an empty list.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (found === undefined) throw new Error('The median of an empty list is undefined');
  return found;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
