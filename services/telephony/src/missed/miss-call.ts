import { callMissed } from '@crm/contracts/bus/call-events.js';
import type { CallDirection, MissedCall } from '@crm/contracts/entities/telephony.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { TelephonyContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { MissedCallDoc } from './missed-call.model.js';
import { newMissedCall } from './new-missed-call.js';

/** What is missed: who called which of our numbers, and for whom. */
export interface CallToMiss {
  call_id: string;
  /** E.164, or `anonymous`. */
  number: string;
  /** Our number of the call. */
  called: string;
  direction: CallDirection;
  lead_id: string | null;
  lead_name: string;
  /** Null where it was for nobody in particular. */
  user_id: string | null;
  /** They asked to be called back. */
  callback?: boolean;
}

export function missedCallView(doc: Omit<MissedCallDoc, 'version'>): MissedCall {
  return {
    id: doc._id.toHexString(),
    number: doc.number,
    updated: doc.updated.toISOString(),
    lead_id: doc.lead_id?.toHexString() ?? null,
    lead_name: doc.lead_name,
    user_id: doc.user_id?.toHexString() ?? 0,
    callback: doc.callback === true,
  };
}

/** Saves that nobody took a call, and tells of it: once for each call. Messaging texts whoever called. */
export async function missCall(ctx: TelephonyContext, call: CallToMiss): Promise<void> {
  const now = ctx.clock.now();
  const { called, direction } = call;
  const missed = newMissedCall(call, now);
  const event = newEvent(callMissed, {
    source: 'telephony',
    subject: `missed-call/${call.call_id}`,
    sequence: 1,
    data: { ...missedCallView(missed), called, direction },
    actor: 'system',
    now,
  });
  try {
    await ctx.missedCalls.collection.insertOne(insertWithEvents(missed, [event], now));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return;
  }
}
