import { addDays, pacificDate, startOfPacificDay } from '@crm/contracts/time/pacific.js';

/** The part of an interval that falls on one day in Los Angeles. */
export interface DayPart {
  day: string;
  /** Milliseconds from the start of that day. */
  begins: number;
  ms: number;
}

/** An interval by the days in Los Angeles on which it falls; of one that lasted no time there is nothing. */
export function daysOfInterval(from: Date, to: Date): DayPart[] {
  const parts: DayPart[] = [];
  for (let at = from; at < to;) {
    const day = pacificDate(at);
    const start = startOfPacificDay(day);
    const next = startOfPacificDay(addDays(day, 1));
    const end = next < to ? next : to;
    parts.push({ day, begins: at.getTime() - start.getTime(), ms: end.getTime() - at.getTime() });
    at = end;
  }
  return parts;
}
