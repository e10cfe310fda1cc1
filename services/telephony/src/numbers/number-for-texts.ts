import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { TelephonyContext } from '../context.js';
import { statesOf } from '../phones/states-of-number.js';
import type { NumberDoc } from './number.model.js';
import { fallbackNumbers, type CallToPlace } from './pick-number.js';

/** Whether carriers take texts from a number of the pool, as far as is known. */
const canText = ({ status, in_account, texts }: NumberDoc) =>
  status !== 'retired' && in_account === 1 && texts !== 'refused' && texts !== 'none';

/** The number that a customer was called from last; empty where there is none. */
async function calledFrom({ callDocs }: TelephonyContext, number: string): Promise<string> {
  const last = await callDocs
    .findOne({ number, direction: 'outbound', outcome: { $ne: 'refused' } }, { own_number: 1 })
    .sort({ startedAt: -1 })
    .lean<{ own_number: string }>();
  return last?.own_number ?? '';
}

/**
 * The number that a text to a customer goes out from: the writer's own; else the one that the customer was called from last
 * and knows, where it is registered for texts; else the one set for their state, or the default. Numbers whose texts carriers
 * refuse stand back. Undefined where none is set.
 */
export async function numberForTexts(ctx: TelephonyContext, to: CallToPlace): Promise<string | undefined> {
  const [states, last] = await Promise.all([statesOf(ctx, to), calledFrom(ctx, to.number)]);
  const fallback = await fallbackNumbers(ctx, to, states);
  const own = to.user?.twilio_phone ?? '';
  const pool = await ctx.numbers.find(alive({ phone: { $in: [last, ...fallback] } })).lean<NumberDoc[]>();
  const recordOf = (phone: string) => pool.find((number) => number.phone === phone);
  const isKnown = recordOf(last)?.texts === 'ready';
  const ordered = [...(own === '' ? [] : [own]), ...(isKnown ? [last] : []), ...fallback];
  const usable = ordered.find((phone) => {
    const record = recordOf(phone);
    return record === undefined || canText(record);
  });
  return usable ?? fallback[0];
}
