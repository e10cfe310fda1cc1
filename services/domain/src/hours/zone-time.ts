const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const offsets = new Map<string, Intl.DateTimeFormat>();
function offsetFormat(zone: string): Intl.DateTimeFormat {
  const format = offsets.get(zone);
  if (format) return format;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  offsets.set(zone, made);
  return made;
}

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds: `GMT-05:00`, or `GMT` for none. */
function readOffset(zone: string, at: number): number {
  const name = offsetFormat(zone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
}

/** No clock is put forward or back but at a full quarter of an hour. */
const offsetHoldsMs = 15 * minuteMs;
const maxKnown = 5_000;
const known = new Map<string, number>();

/** The same, worked out once for each quarter of an hour: a decision asks for some twenty of them. */
function offsetAt(zone: string, at: number): number {
  const quarter = Math.floor(at / offsetHoldsMs);
  const key = `${zone} ${String(quarter)}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const offset = readOffset(zone, quarter * offsetHoldsMs);
  if (known.size >= maxKnown) known.clear();
  known.set(key, offset);
  return offset;
}

/** What calendar and clock show somewhere. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  date: string;
  /** Sunday is 0. */
  weekday: number;
  /** Since midnight by the clock. */
  minutes: number;
}

/** What calendar and clock of a zone show at an instant. */
export function localTime(zone: string, instant: Date): LocalTime {
  const shown = new Date(instant.getTime() + offsetAt(zone, instant.getTime()));
  return {
    date: shown.toISOString().slice(0, 10),
    weekday: shown.getUTCDay(),
    minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  };
}

/**
 * The first instant after `after` at which the clock of a zone shows so many minutes since midnight on a date, or, where
 * the clock is put forward over them, the instant at which it would have.
 */
export function instantOf(zone: string, date: string, minutes: number, after: Date): Date {
  const shown = Date.parse(`${date}T00:00:00.000Z`) + minutes * minuteMs;
  const guess = shown - offsetAt(zone, shown);
  const found = shown - offsetAt(zone, guess);
  // Where the clock is put back it shows the same twice.
  return new Date(found > after.getTime() ? found : found + hourMs);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day in a zone as people read it: `9:00 AM CT`, with the weekday where it is asked for. */
export function shownTime(zone: string, instant: Date, withWeekday = false): string {
  const key = `${zone} ${String(withWeekday)}`;
  const clock =
    clocks.get(key) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'shortGeneric',
      ...(withWeekday ? { weekday: 'long' } : {}),
    });
  clocks.set(key, clock);
  return clock.format(instant).replaceAll('\u202f', ' ').replace(', ', ' ');
}
