const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US');

/** A premium in a column: `1,048.00`, without the sign. */
export function shownPremium(dollars: number): string {
  return amount.format(dollars);
}

/** A count as people read it: `2,418`. */
export function shownCount(count: number): string {
  return whole.format(count);
}

/** A measured figure with that many decimals: `4.16`. */
export const shownDecimal = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
