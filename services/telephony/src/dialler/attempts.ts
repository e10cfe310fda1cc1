import { Types } from 'mongoose';
import { diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc } from './dialler.model.js';
import { adStatusOf, joined, noFacts, restartsAfter, type AttemptFacts } from './dialler.rules.js';

const mostTries = 20;

interface NewAttempt {
  call_id: string;
  guide_id: string;
  lead_id: string;
  number: string;
  item: string | null;
}

/** Writes an attempt down before anything is dialled; false for an item of a run that was dialled before. */
export async function beginAttempt(ctx: DiallerContext, attempt: NewAttempt): Promise<boolean> {
  const { call_id, guide_id, lead_id, number, item } = attempt;
  const now = ctx.clock.now();
  try {
    await ctx.diallerAttempts.create({
      _id: new Types.ObjectId(call_id),
      guide_id: new Types.ObjectId(guide_id),
      lead_id: new Types.ObjectId(lead_id),
      number,
      item,
      facts: noFacts,
      AD_status: null,
      isOver: false,
      isRestarted: false,
      startedAt: now,
      heardAt: now,
      askedAt: null,
      version: 1,
    });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Takes an attempt back that never left the house: nothing is told of it, and its lead can be dialled as before. */
export async function withdrawAttempt(ctx: DiallerContext, callId: string): Promise<void> {
  await ctx.diallerAttempts.deleteOne({ _id: new Types.ObjectId(callId) });
}

/**
 * Takes in what became known of an attempt, whatever the order and however often, and tells the lead's new AD_status and
 * whether the dialler goes on, each once. When it is over the guide's line is free. Calls of others' are none of ours.
 */
export async function learn(
  ctx: DiallerContext,
  callId: string,
  told: Partial<AttemptFacts>,
): Promise<AttemptDoc | undefined> {
  const _id = new Types.ObjectId(callId);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const stored = await ctx.diallerAttempts.findById(_id).lean<AttemptDoc>();
    if (stored === null) return undefined;
    const after = await write(ctx, stored, joined(stored.facts, told));
    if (after === undefined) continue;
    if (after.isOver) await freeLine(ctx, after);
    return after;
  }
  throw new Error(`Attempt ${callId} is changing too fast`);
}

/** Undefined where somebody else wrote in between. */
async function write(
  ctx: DiallerContext,
  stored: AttemptDoc,
  facts: AttemptFacts,
): Promise<AttemptDoc | undefined> {
  const now = ctx.clock.now();
  const AD_status = adStatusOf(facts);
  const isOver = facts.outcome !== null;
  const restart = !stored.isRestarted && restartsAfter(facts);
  const version = stored.version + 1;
  const isNews = AD_status !== null && (AD_status !== stored.AD_status || restart);
  const events = isNews
    ? [
        newEvent(diallerOutcome, {
          source: 'telephony',
          subject: `dialler-attempt/${stored._id.toHexString()}`,
          sequence: version,
          data: {
            lead_id: stored.lead_id.toHexString(),
            guide_id: stored.guide_id.toHexString(),
            call_id: stored._id.toHexString(),
            AD_status,
            restart,
          },
          actor: 'system',
          now,
        }),
      ]
    : [];
  const set = { facts, AD_status, isOver, isRestarted: stored.isRestarted || restart, heardAt: now };
  const { matchedCount } = await ctx.diallerAttempts.updateOne(
    { _id: stored._id, version: stored.version },
    withEvents({ $set: set }, events, now),
  );
  if (matchedCount === 0) return undefined;
  if (events.length > 0) ctx.relay.wake('diallerattempts');
  return { ...stored, ...set, version };
}

async function freeLine(ctx: DiallerContext, { _id, guide_id }: AttemptDoc): Promise<void> {
  await ctx.diallers.updateOne({ _id: guide_id, call_id: _id }, { $set: { call_id: null, until: null } });
}
