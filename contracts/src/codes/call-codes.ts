import { z } from 'zod';

/** How a call runs (rule C2). */
export const callKind = z.enum(['single', 'conference', 'dialler']);
export type CallKind = z.infer<typeof callKind>;

export const callDirection = z.enum(['inbound', 'outbound']);
export type CallDirection = z.infer<typeof callDirection>;

/**
 * How a call came out (`messages.json`, call.ended). `refused`: the carrier, or a rule, never let it out. `drop`: it
 * ended with a recorded voicemail left.
 */
export const callOutcome = z.enum([
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
  'refused',
  'drop',
]);
export type CallOutcome = z.infer<typeof callOutcome>;
