/** Dollars of the wire as whole cents, in which amounts are kept and added (settled: Money). */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Cents as dollars of the wire. */
export function dollarsOf(cents: number): number {
  return cents / 100;
}

/** The same for an amount that may be missing. */
export function dollarsOrNull(cents: number | null | undefined): number | null {
  return cents === null || cents === undefined ? null : dollarsOf(cents);
}
