import { Types } from 'mongoose';
import { diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc } from './dialler.model.js';
import {
  adStatusOf,
  isLost,
  joined,
  noDetails,
  type AdStatus,
  type AttemptDetails,
} from './dialler.rules.js';
import { leaveLine, lineOf } from './line.js';
import { settlePoolLead } from './pool.js';
import { retriedOutcomeOf, retryAt, weekMs } from './retry.rules.js';
import { itemOf, putBackItem } from './runs.js';

const maxTries = 20;

interface NewAttempt {
  call_id: string;
  guide_id: string;
  lead_id: string;
  number: string;
  item: string | null;
  isPooled: boolean;
}

/**
 * Writes an attempt down before anything is dialled; false for an item of a run that was dialled before. One of the item
 * that is not over lost the line before it could dial: this one stands in its place.
 */
export async function beginAttempt(ctx: DiallerContext, attempt: NewAttempt): Promise<boolean> {
  const { call_id, guide_id, lead_id, number, item, isPooled } = attempt;
  const now = ctx.clock.now();
  if (item !== null) await ctx.diallerAttempts.deleteOne({ item, isOver: false });
  const again = { lead_id: new Types.ObjectId(lead_id), isFollowed: { $ne: true } };
  await ctx.diallerAttempts.updateMany(again, { $set: { isFollowed: true, retryAt: null } });
  try {
    await ctx.diallerAttempts.create({
      _id: new Types.ObjectId(call_id),
      guide_id: new Types.ObjectId(guide_id),
      lead_id: new Types.ObjectId(lead_id),
      number,
      item,
      isPooled,
      details: noDetails,
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

/** Notes that the carrier did not answer, which the guide is told with the answer to their request. */
export async function noteUnanswered(ctx: DiallerContext, callId: string): Promise<void> {
  await ctx.diallerAttempts.updateOne({ _id: new Types.ObjectId(callId) }, { $set: { isUnanswered: true } });
}

/**
 * Takes an attempt back of which nobody was dialled, as where its service died before: its lead stands where it stood, the line is free,
 * and the guide who waits for it is told to go on, unless the dialler was switched off for it. What a crash in between leaves undone is done when it is asked about
 * again.
 */
export async function recoverAttempt(
  ctx: DiallerContext,
  attempt: AttemptDoc,
  { restarts = true } = {},
): Promise<void> {
  const { _id, guide_id, lead_id, item, isPooled } = attempt;
  const now = ctx.clock.now();
  if (item !== null) await putBackItem(ctx, itemOf(item));
  if (isPooled === true)
    await settlePoolLead(ctx, lead_id.toHexString(), { state: 'waiting', reason: '', notBefore: now });
  const restart = restarts && (await isWaitedFor(ctx, attempt));
  const set = { item: null, isOver: true, isWithdrawn: true, isRestarted: restart, heardAt: now };
  const events = restart ? [outcomeEvent(attempt, { AD_status: null, restart }, now)] : [];
  const { matchedCount } = await ctx.diallerAttempts.updateOne(
    { _id, version: attempt.version },
    withEvents({ $set: set }, events, now),
  );
  if (matchedCount === 0) return;
  const line = { guideId: guide_id.toHexString(), callId: _id.toHexString() };
  await leaveLine(ctx, line, { goesOn: restarts });
}

/** Whether a guide stands by until this attempt is over: their dialler is on, and it has their line. */
async function isWaitedFor(ctx: DiallerContext, { _id, guide_id }: AttemptDoc): Promise<boolean> {
  const [guide, line] = await Promise.all([
    ctx.users.findById(guide_id).lean(),
    lineOf(ctx, guide_id.toHexString()),
  ]);
  return guide?.AD_Status === 1 && line?.call_id?.equals(_id) === true;
}

/** What is told of the change that gives an attempt its next version. */
function outcomeEvent(
  { _id, lead_id, guide_id, version }: AttemptDoc,
  published: { AD_status: AdStatus | null; restart: boolean },
  now: Date,
) {
  return newEvent(diallerOutcome, {
    source: 'telephony',
    subject: `dialler-attempt/${_id.toHexString()}`,
    sequence: version + 1,
    data: {
      lead_id: lead_id.toHexString(),
      guide_id: guide_id.toHexString(),
      call_id: _id.toHexString(),
      ...published,
    },
    actor: 'system',
    now,
  });
}

/**
 * Saves what became known of an attempt, whatever the order and however often, and tells the lead's new AD_status and
 * whether the dialler goes on, each once. When it is over the guide's line is free. Calls of others' are none of ours.
 * `isAnswered`: the guide's own request is answered with what became of it, and they are not told to go on beside that.
 */
export async function learn(
  ctx: DiallerContext,
  callId: string,
  published: Partial<AttemptDetails>,
  { isAnswered = false } = {},
): Promise<AttemptDoc | undefined> {
  const _id = new Types.ObjectId(callId);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const stored = await ctx.diallerAttempts.findById(_id).lean<AttemptDoc>();
    if (stored === null) return undefined;
    const details = joined(stored.details, published);
    const isLostNow = !isAnswered && !stored.isOver && isLost(details);
    if (isLostNow && stored.isUnanswered !== true) {
      await recoverAttempt(ctx, stored);
      return undefined;
    }
    const goesOn = isLostNow && (await isWaitedFor(ctx, stored));
    const after = await write(ctx, stored, details, goesOn);
    if (after === undefined) continue;
    if (after.isOver)
      await leaveLine(ctx, { guideId: after.guide_id.toHexString(), callId: after._id.toHexString() });
    return after;
  }
  throw new Error(`Attempt ${callId} is changing too fast`);
}

/** When the lead of an attempt is dialled again by the rules of this moment; null where it is not. */
async function nextTryOf(
  { diallerAttempts, retryRules }: Pick<DiallerContext, 'diallerAttempts' | 'retryRules'>,
  { lead_id }: AttemptDoc,
  details: AttemptDetails,
  now: Date,
): Promise<Date | null> {
  const outcome = retriedOutcomeOf(details);
  if (outcome === undefined) return null;
  const [rule, lately] = await Promise.all([
    retryRules.findById(outcome).lean(),
    diallerAttempts
      .find({ lead_id, startedAt: { $gt: new Date(now.getTime() - weekMs) }, isWithdrawn: { $ne: true } })
      .select({ startedAt: 1 })
      .lean<Pick<AttemptDoc, 'startedAt'>[]>(),
  ]);
  return retryAt(
    rule ?? undefined,
    lately.map(({ startedAt }) => startedAt),
    now,
  );
}

/** Undefined where somebody else wrote in between. */
async function write(
  ctx: DiallerContext,
  stored: AttemptDoc,
  details: AttemptDetails,
  goesOn: boolean,
): Promise<AttemptDoc | undefined> {
  const now = ctx.clock.now();
  const AD_status = adStatusOf(details);
  const isOver = details.outcome !== null;
  const restart = !stored.isRestarted && goesOn;
  const version = stored.version + 1;
  const isNews = restart || (AD_status !== null && AD_status !== stored.AD_status);
  const events = isNews ? [outcomeEvent(stored, { AD_status, restart }, now)] : [];
  const set = {
    ...{ details, AD_status, isOver, isRestarted: stored.isRestarted || restart, heardAt: now },
    retryAt: stored.isFollowed === true ? null : await nextTryOf(ctx, stored, details, now),
  };
  const { matchedCount } = await ctx.diallerAttempts.updateOne(
    { _id: stored._id, version: stored.version },
    withEvents({ $set: set }, events, now),
  );
  if (matchedCount === 0) return undefined;
  return { ...stored, ...set, version };
}
