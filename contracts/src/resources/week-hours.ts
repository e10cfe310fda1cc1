import { z } from 'zod';
import { closedDay, shownClosedDay, weekdays } from '../closed-days.js';
import { asItIs } from '../fields/make-field.js';
import { parts } from '../fields/parts.js';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time, for example 08:00');
/** From the first minute to before the last, by the clock of the place. */
const openHours = z.object({ from: clockTime, until: clockTime }).refine(({ from, until }) => from < until, {
  path: ['until'],
  message: 'Must be after the start',
});
/** Sunday first; null on a day without any. */
const week = z.array(openHours.nullable()).length(7);
/** The hours of each weekday, Sunday first; null on a day without any. */
export type Week = z.output<typeof week>;

const typedWeek = z.array(z.object({ from: z.string(), until: z.string() }));
/** The same hours on every day. */
export const daily = (from: string, until: string): { from: string; until: string }[] =>
  Array.from({ length: 7 }, () => ({ from, until }));

const shownDay = (open: Week[number] | undefined) => (open ? `${open.from} – ${open.until}` : 'Closed');

/** The hours of a week in lines: Sunday apart, the other days in one where they are alike. */
export function shownWeek(hours: Week): string[] {
  const days = weekdays.map(({ text }, day) => ({ text, shown: shownDay(hours[day]) }));
  const [sunday, ...others] = days.map(({ text, shown }) => `${text} ${shown}`);
  const isAlike = new Set(days.slice(1).map(({ shown }) => shown)).size === 1;
  const weekday = isAlike ? [`Monday to Saturday ${shownDay(hours[1])}`] : others;
  return [...weekday, sunday ?? ''];
}

/** A field of the hours of a week; `empty` is what a new record has. */
export const weekHours = ({ empty, example }: { empty: Week; example: Week }) =>
  parts({
    label: 'Hours',
    wire: week,
    of: { from: 'text', until: 'text' },
    typed: {
      empty,
      ofWire: (hours: Week) => hours.map((open) => open ?? { from: '', until: '' }),
      toWire: (typed) => {
        const days = typedWeek.safeParse(typed).data;
        return days?.map((open) => (open.from === '' && open.until === '' ? null : open)) ?? typed;
      },
    },
    shown: (hours: Week) => shownWeek(hours).join(', '),
    example,
  });

/** A field of the days that are closed beside weekdays without hours. */
export const closedDays = ({ example }: { example: string[] }) =>
  parts({
    label: 'Closed days',
    wire: z.array(closedDay).max(100),
    typed: { empty: [], ofWire: asItIs, toWire: asItIs },
    shown: (days: string[]) => days.map(shownClosedDay).join(', '),
    example,
  });
