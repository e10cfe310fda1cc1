import { addDays } from '@crm/contracts/time/pacific.js';

/** Days from the first to the last, both included, `YYYY-MM-DD`; or months, `YYYY-MM`. */
export interface Range {
  first: string;
  last: string;
}

/** The month of a day. */
export const monthOf = (day: string) => day.slice(0, 7);

/** The month that lies so many months later, or earlier where negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const counted = year * 12 + number - 1 + months;
  return `${String(Math.floor(counted / 12)).padStart(4, '0')}-${String((counted % 12) + 1).padStart(2, '0')}`;
}

/** Every day of a month; as text no day of it lies outside, whatever its length. */
export const daysOf = (month: string): Range => ({ first: `${month}-01`, last: `${month}-31` });

/** A range of days: its whole months, if it has any, and the days before and behind them. */
export function partsOf({ first, last }: Range): { months: Range | undefined; edges: Range[] } {
  const [begins, ends] = [monthOf(first), monthOf(last)];
  const beginsWhole = first.endsWith('-01');
  const endsWhole = addDays(last, 1).endsWith('-01');
  const [from, to] = [beginsWhole ? begins : addMonths(begins, 1), endsWhole ? ends : addMonths(ends, -1)];
  if (from > to) return { months: undefined, edges: [{ first, last }] };
  return {
    months: { first: from, last: to },
    edges: [
      ...(beginsWhole ? [] : [{ first, last: daysOf(begins).last }]),
      ...(endsWhole ? [] : [{ first: daysOf(ends).first, last }]),
    ],
  };
}
