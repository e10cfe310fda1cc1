import { numberFormat } from './language.js';

const amount = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = numberFormat();

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
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
