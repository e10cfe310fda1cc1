import { dateFormat } from '../../i18n/language.js';

type Clock = ReturnType<typeof dateFormat>;

const clocks = new Map<string, Clock>();

function clockOf(zone: string, options: Intl.DateTimeFormatOptions): Clock {
  const key = `${zone} ${Object.keys(options).join()}`;
  const known = clocks.get(key);
  if (known) return known;
  const clock = dateFormat({ timeZone: zone, ...options });
  clocks.set(key, clock);
  return clock;
}

const timeOfDay = { hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' } as const;
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** What time it is where a customer may live: `11:42 AM CT`, of several clocks each once. */
export function localTimes(zones: readonly string[], now: Date): string[] {
  return [...new Set(zones.map((zone) => clockOf(zone, timeOfDay).format(now)))];
}

/** A time to come by the customer's clock, with the weekday where it is not today: `Monday 9:00 AM CT`. */
export function shownAt(zone: string, instant: Date, now: Date): string {
  const dayOf = clockOf(zone, day);
  const isToday = dayOf.format(instant) === dayOf.format(now);
  const clock = clockOf(zone, isToday ? timeOfDay : { weekday: 'long', ...timeOfDay });
  return clock.format(instant).replace(', ', ' ');
}

/** A day and a time by a clock: `Mon, 11/23/2026 9:00 AM CT`; of several clocks each once. */
export function shownDayAt(zones: readonly string[], instant: Date): string {
  const times = zones.map((zone) =>
    clockOf(zone, { weekday: 'short', ...day, ...timeOfDay })
      .format(instant)
      .replace(/(\d{4}), /, '$1 '),
  );
  return [...new Set(times)].join(' / ');
}

const hour = { hour: 'numeric' } as const;
const weekday = { weekday: 'long' } as const;
const dayMs = 86_400_000;

/** How near a time was by a clock. */
export type PastDay = 'today' | 'yesterday' | 'before';

/** A time that has passed, by the customer's clock and to the hour: `9 AM` yesterday; further back with its day. */
export function shownPast(
  zone: string,
  instant: Date,
  now: Date,
): { near: PastDay; day: string; time: string } {
  const dayOf = (at: Date) => clockOf(zone, day).format(at);
  const daysAgo = (days: number) => dayOf(new Date(now.getTime() - days * dayMs));
  const near =
    dayOf(instant) === dayOf(now) ? 'today' : dayOf(instant) === daysAgo(1) ? 'yesterday' : 'before';
  const isThisWeek = now.getTime() - instant.getTime() < 6 * dayMs;
  return {
    near,
    day: isThisWeek ? clockOf(zone, weekday).format(instant) : dayOf(instant),
    time: clockOf(zone, hour).format(instant),
  };
}
