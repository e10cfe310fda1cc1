import type { Week } from '@crm/contracts/resources/week-hours.js';
import { addDays } from '@crm/contracts/time/pacific.js';
import { isClosedDay } from './closed-days.rules.js';
import { instantOf, localTime } from './zone-time.js';

/** A rule's hours by the clock of one place. */
export interface Window {
  zone: string;
  rule: { hours: Week; closed_days: string[] };
}

/** So far is looked ahead: hours that leave no common minute in a month leave none at all. */
const daysAhead = 31;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function hoursOn({ hours, closed_days }: Window['rule'], date: string) {
  const open = hours[new Date(`${date}T00:00:00.000Z`).getUTCDay()];
  if (open === undefined || open === null || isClosedDay(date, closed_days)) return undefined;
  return { from: minutesOf(open.from), until: minutesOf(open.until) };
}

/** The first instant from `at` on at which a window is open: `at` itself where it is; undefined for none ahead. */
function opensAt({ zone, rule }: Window, at: Date): Date | undefined {
  const { date, minutes } = localTime(zone, at);
  for (let days = 0; days <= daysAhead; days += 1) {
    const day = addDays(date, days);
    const open = hoursOn(rule, day);
    if (open === undefined) continue;
    if (days > 0 || minutes < open.from) return instantOf(zone, day, open.from, at);
    if (minutes < open.until) return at;
  }
  return undefined;
}

/** When the first of windows that are open at an instant closes; null where none does by that day's clock. */
export function closesAt(windows: readonly Window[], at: Date): Date | null {
  const ends = windows.flatMap(({ zone, rule }) => {
    const { date } = localTime(zone, at);
    const open = hoursOn(rule, date);
    return open === undefined ? [] : [instantOf(zone, date, open.until, at)];
  });
  return ends.reduce<Date | null>((first, end) => (first === null || end < first ? end : first), null);
}

/** The first window that is closed at an instant. */
export function closedWindow(windows: readonly Window[], at: Date): Window | undefined {
  return windows.find((window) => opensAt(window, at)?.getTime() !== at.getTime());
}

/**
 * The first instant from `from` on at which every window is open, by clocks that are put forward and back; null where
 * there is none within a month.
 */
export function nextOpen(windows: readonly Window[], from: Date): Date | null {
  const limit = from.getTime() + daysAhead * 86_400_000;
  let at = from;
  while (at.getTime() <= limit) {
    const closed = closedWindow(windows, at);
    if (closed === undefined) return at;
    const next = opensAt(closed, at);
    if (next === undefined) return null;
    at = next;
  }
  return null;
}
