import { phoneNumber } from '@crm/contracts/phone.js';

/** Once a day is often enough to hear that nobody is there. */
export const quietMs = 24 * 3600 * 1000;
/** A text that comes long after the call answers nothing any more. */
const latestMs = 30 * 60 * 1000;

/** What is known before anybody is asked. */
export interface CallbackAsked {
  number: string;
  /** What is set, what goes before first: what all have in the customer's own language, the user's, what all have. */
  texts: readonly string[];
  missedAt: Date;
  now: Date;
}

/** The text that goes to a caller, or why there is none. */
export function textToCaller({
  number,
  texts,
  missedAt,
  now,
}: CallbackAsked): { body: string } | { reason: string } {
  if (!phoneNumber.safeParse(number).success) return { reason: 'The caller has no number to text' };
  const body = texts.map((text) => text.trim()).find((text) => text !== '');
  if (body === undefined) return { reason: 'No text is set' };
  if (now.getTime() - missedAt.getTime() > latestMs) return { reason: 'The call was too long ago' };
  return { body };
}
