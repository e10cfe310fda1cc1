import type { CallOutcome } from '@crm/contracts/entities/telephony.js';
import { z } from 'zod';

export const legStatus = z.enum([
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
]);
export type LegStatus = z.infer<typeof legStatus>;

const ranks: Record<LegStatus, number> = {
  queued: 0,
  initiated: 1,
  ringing: 2,
  'in-progress': 3,
  completed: 4,
  busy: 4,
  'no-answer': 4,
  failed: 4,
  canceled: 4,
};

/** Hooks come in any order: a line's status only rises in rank. */
export const legRank = (status: LegStatus): number => ranks[status];
export const isOver = (status: LegStatus): boolean => ranks[status] === 4;
export const isTalking = (status: LegStatus): boolean => status === 'in-progress';
export const isRinging = (status: LegStatus): boolean => status === 'ringing';

const ends = z.enum(['completed', 'busy', 'no-answer', 'failed', 'canceled']);

/** What an ended line, or what a document's dialling came to, makes of a call; undefined for what is no end. */
export function outcomeOfLeg(status: string): Exclude<CallOutcome, 'refused' | 'drop'> | undefined {
  if (status === 'answered') return 'completed';
  const read = ends.safeParse(status);
  return read.success ? read.data : undefined;
}
