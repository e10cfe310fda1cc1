import { dateFormat, numberFormat } from '../i18n/language.js';
import { shownDecimal } from '../i18n/shown-numbers.js';

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
const whole = numberFormat({ maximumFractionDigits: 0 });

/** A compact amount for charts: `$3.7K`, `$611`. */
export function shownShort(value: number): string {
  return `$${value < 1_000 ? whole.format(value) : compact.format(value)}`;
}

/** A ratio as in tables: `19.3%`. */
export function shownPercent(value: number): string {
  return `${shownDecimal(value, 1)}%`;
}

const money = numberFormat({ style: 'currency', currency: 'USD' });

/** An amount with its cents: `$3,684.20`. */
export function shownDollars(value: number): string {
  return money.format(value);
}

/** Seconds as hours and minutes: `3:34`. */
export function shownHours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return `${whole.format(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`;
}

const monthName = dateFormat({ month: 'short', timeZone: 'UTC' });

/** A month label below a bar, `Nov`; January and the first one with the year: `Jan 26`. */
export function shownMonth(month: string, isFirst: boolean): string {
  const name = monthName.format(new Date(`${month}-15T00:00:00.000Z`));
  return isFirst || month.endsWith('-01') ? `${name} ${month.slice(2, 4)}` : name;
}
