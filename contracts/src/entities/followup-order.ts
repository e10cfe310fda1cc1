import type { Followup } from './followup.js';

const text = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The follow-ups of a lead in order, the next one first (rule F7): in progress by time, then the completed ones, latest first. */
export const byNext = (
  one: Pick<Followup, 'id' | 'datetime' | 'completed'>,
  other: Pick<Followup, 'id' | 'datetime' | 'completed'>,
): number =>
  one.completed - other.completed ||
  (one.completed === 1 ? -1 : 1) * text(one.datetime, other.datetime) ||
  text(one.id, other.id);
