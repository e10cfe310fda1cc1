import { pacificDate, pacificZone } from '@crm/contracts/time/pacific.js';
import { dateFormat, localeTag } from './language.js';

const parts = { timeZone: 'UTC', month: 'long', day: 'numeric' } as const;
const fullDay = dateFormat({ ...parts, weekday: 'long', year: 'numeric' });
const dayOfMonth = dateFormat(parts);

/** `today` in the language chosen, as the first word of a heading. */
function todayWord(): string {
  const word = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' }).format(0, 'day');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A plain date as a heading: `Friday, November 20, 2026`, or `Today, November 20`. */
export function dayHeading(day: string, now: Date): string {
  const noon = new Date(`${day}T12:00:00.000Z`);
  return day === pacificDate(now) ? `${todayWord()}, ${dayOfMonth.format(noon)}` : fullDay.format(noon);
}

const clockTime = dateFormat({ timeZone: pacificZone, hour: 'numeric', minute: '2-digit' });

/** The time of day of an instant in Los Angeles: `9:41 AM`. */
export const timeOfDay = (instant: string): string => clockTime.format(new Date(instant));

const minuteMs = 60_000;
const units = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** How far an instant is from now, in the largest whole unit: `in 48 minutes`, `2 hours ago`, `now`. */
export function relativeTime(instant: string, now: Date): string {
  const minutes = (new Date(instant).getTime() - now.getTime()) / minuteMs;
  const [unit, length] =
    units.find(([, long]) => Math.abs(minutes) >= long) ?? (['second', Infinity] as const);
  return new Intl.RelativeTimeFormat(localeTag(), { numeric: unit === 'second' ? 'auto' : 'always' }).format(
    Math.trunc(minutes / length),
    unit,
  );
}
