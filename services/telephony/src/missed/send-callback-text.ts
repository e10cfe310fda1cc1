import type { Types } from 'mongoose';
import { mayContact } from '@crm/contracts/http/permission.js';
import type { TelephonyContext } from '../context.js';
import { knownSettings } from '../settings/keep-settings.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { quietMs, textToCaller } from './callback-text.rules.js';
import type { CallbackText, MissedCallDoc } from './missed-call.model.js';

/** As long as one attempt may take at most, and the pause after leads could not be asked. */
const leaseMs = 60_000;

async function claim({ missedCalls, clock }: TelephonyContext): Promise<MissedCallDoc | undefined> {
  const now = clock.now();
  const claimed = await missedCalls
    .findOneAndUpdate(
      { 'text.at': { $lte: now } },
      { $set: { 'text.at': new Date(now.getTime() + leaseMs) } },
      { sort: { 'text.at': 1 }, returnDocument: 'after' },
    )
    .lean<MissedCallDoc>();
  return claimed ?? undefined;
}

const setText = (ctx: TelephonyContext, _id: Types.ObjectId, set: Partial<CallbackText>) =>
  ctx.missedCalls.collection.updateOne(
    { _id },
    { $set: Object.fromEntries(Object.entries(set).map(([name, value]) => [`text.${name}`, value])) },
  );

async function bodyFor(ctx: TelephonyContext, { number, updated, user_id }: MissedCallDoc) {
  const [user, settings] = await Promise.all([
    user_id === null ? null : ctx.users.findById(user_id).lean<{ text_message?: string }>(),
    knownSettings(ctx),
  ]);
  return textToCaller({
    number,
    texts: [user?.text_message ?? '', settings.default_text_message],
    missedAt: updated,
    now: ctx.clock.now(),
  });
}

/** Takes the caller's number for a day; false where another call of theirs was texted about within the last. */
async function takeNumber(ctx: TelephonyContext, { _id, number }: MissedCallDoc): Promise<boolean> {
  const at = ctx.clock.now();
  const before = new Date(at.getTime() - quietMs);
  try {
    await ctx.textedNumbers.updateOne(
      { _id: number, $or: [{ at: { $lte: before } }, { call_id: _id }] },
      { $set: { at, call_id: _id } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

const freeNumber = (ctx: TelephonyContext, { _id, number }: MissedCallDoc) =>
  ctx.textedNumbers.deleteOne({ _id: number, call_id: _id });

/** What leads says to a text to this number now; its attempt counts with the answer. */
const askPermission = (ctx: TelephonyContext, { _id, number, lead_id }: MissedCallDoc) =>
  ctx.services.call(
    mayContact,
    {
      body: {
        lead_id: lead_id?.toHexString() ?? null,
        phone: number,
        channel: 'text',
        user_id: null,
        attempt_id: `text-${_id.toHexString()}`,
      },
    },
    { asService: true },
  );

async function send(ctx: TelephonyContext, doc: MissedCallDoc, body: string): Promise<void> {
  const { _id, called, number } = doc;
  await setText(ctx, _id, { state: 'sending' });
  const sent = await ctx.sendText({ from: called, to: number, body });
  const over = { at: null };
  if (sent === 'unknown') await setText(ctx, _id, { ...over, state: 'unknown' });
  else if ('refused' in sent) await setText(ctx, _id, { ...over, state: 'failed', reason: sent.refused });
  else await setText(ctx, _id, { ...over, state: 'sent', message_sid: sent.sid });
}

/**
 * Texts the next caller whom nobody answered: what the user, or else all, have set; once a day for each number; where
 * permission says yes at that moment. No answer of leads is a no, and it is asked again a minute later.
 */
export async function sendNextCallbackText(ctx: TelephonyContext): Promise<boolean> {
  const doc = await claim(ctx);
  if (doc === undefined) return false;
  const notSent = (reason: string) => setText(ctx, doc._id, { state: 'not-sent', at: null, reason });
  if (doc.text.state === 'sending') {
    await setText(ctx, doc._id, { state: 'unknown', at: null });
    return true;
  }
  const text = await bodyFor(ctx, doc);
  if ('reason' in text) {
    await notSent(text.reason);
    return true;
  }
  if (!(await takeNumber(ctx, doc))) {
    await notSent('The number was texted within the last 24 hours');
    return true;
  }
  try {
    const { allowed, sentence } = await askPermission(ctx, doc);
    if (allowed) await send(ctx, doc, text.body);
    else {
      await freeNumber(ctx, doc);
      await notSent(sentence);
    }
  } catch (error) {
    ctx.log.warn({ err: error, call: doc._id.toHexString() }, 'permission for a text could not be asked');
    await freeNumber(ctx, doc);
  }
  return true;
}
