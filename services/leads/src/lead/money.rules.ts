/** A carrier price in dollars as cents of the store: two decimals of a cent are kept, for a price may have four of a dollar. */
export function priceCentsOf(dollars: number): number {
  return Math.round(dollars * 10_000) / 100;
}

/** The same on its way back. */
export function priceDollarsOf(cents: number): number {
  return Math.round(cents * 100) / 10_000;
}
