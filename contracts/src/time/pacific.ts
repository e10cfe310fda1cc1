/** The product's own time zone: a day, a month and a date range are ones in Los Angeles (settled: Time). */
export const pacificZone = 'America/Los_Angeles';

/** Made when the first time is asked for: it takes longer to make than all else in here to load. */
function formatOf(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= new Intl.DateTimeFormat('en-US', { timeZone: pacificZone, ...options }));
}

const inParts = formatOf({
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** How far the zone's clock is ahead of UTC at an instant, in milliseconds, as the calendar says. */
function readOffset(instant: Date): number {
  const read = Object.fromEntries(
    inParts()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(
    read['year'] ?? 0,
    (read['month'] ?? 1) - 1,
    read['day'],
    read['hour'],
    read['minute'],
    read['second'],
  );
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}

const hourMs = 3_600_000;
let known = { hour: NaN, offset: NaN };

/** The same. Clocks are changed on the hour alone, so that most questions are about the hour that was asked of last. */
function offsetAt(instant: Date): number {
  const hour = Math.floor(instant.getTime() / hourMs);
  if (hour !== known.hour) known = { hour, offset: readOffset(instant) };
  return known.offset;
}

/** The plain date, `YYYY-MM-DD`, on which an instant falls in Los Angeles. */
export function pacificDate(instant: Date): string {
  return new Date(instant.getTime() + offsetAt(instant)).toISOString().slice(0, 10);
}

/** The instant at which a plain date begins in Los Angeles: 07:00 or 08:00 UTC, by the season. */
export function startOfPacificDay(date: string): Date {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`Not a plain date: ${date}`);
  // The offset is the one that holds at the start itself, so it is asked for there and not at UTC's midnight.
  const guess = new Date(midnight - offsetAt(new Date(midnight)));
  return new Date(midnight - offsetAt(guess));
}

/** The plain date a number of days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The instants of a range of plain dates, both included, in Los Angeles: `from` is the first instant of the first day
 * and `to` the first instant after the last one, so the range is half open (settled: Time).
 */
export function pacificRange(first: string, last: string): { from: Date; to: Date } {
  return { from: startOfPacificDay(first), to: startOfPacificDay(addDays(last, 1)) };
}

/** Whole years from a birth date to a day, both plain dates: what a lead's `age` is. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Whether three parts of a date name a day that exists, as 02 and 30 do not. */
export function isRealDate(year: string, month: string, day: string): boolean {
  const text = `${year}-${month}-${day}`;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const minutes = {
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;
const toTheMinute = formatOf(minutes);
const toTheSecond = formatOf({ ...minutes, second: '2-digit' });

const shownWith = (format: Intl.DateTimeFormat, instant: string): string =>
  format.format(new Date(instant)).replace(',', '').replace('\u202f', ' ');

/** An instant as tables show it: `11/20/2026 9:41 AM`, in Los Angeles (rule A18). */
export const shownInstant = (instant: string): string => shownWith(toTheMinute(), instant);

/** An instant where many follow each other within a minute: `11/20/2026 9:41:05 AM`, in Los Angeles. */
export const shownSecond = (instant: string): string => shownWith(toTheSecond(), instant);

/** A plain date as it is shown: `11/20/2026`. */
export function shownDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month ?? ''}/${day ?? ''}/${year ?? ''}`;
}

/** A shown date, `mm/dd/yyyy`, as it is stored; undefined where it names no real day. */
export function parseShownDate(text: string): string | undefined {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return month && day && year && isRealDate(year, month, day) ? `${year}-${month}-${day}` : undefined;
}

/**
 * A date as people write it, as it is stored: `1957-06-02`, `1957/6/2`, `6/2/1957`, `06-02-1957`, `6.2.1957`, the month
 * before the day. Undefined where it names no real day or its year has not four digits.
 */
export function readPlainDate(text: string): string | undefined {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text.trim());
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  const [year, month, day] = yearFirst
    ? [yearFirst[1], yearFirst[3], yearFirst[4]]
    : [yearLast?.[4], yearLast?.[1], yearLast?.[3]];
  if (!year || !month || !day) return undefined;
  const parts = [year, month.padStart(2, '0'), day.padStart(2, '0')] as const;
  return isRealDate(...parts) ? parts.join('-') : undefined;
}
