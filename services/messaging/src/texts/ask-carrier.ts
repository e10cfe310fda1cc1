import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { MessagingContext } from '../context.js';
import { nextAskAt } from './carrier-questions.rules.js';
import type { TextAtCarrier } from './carrier.js';
import { changeText } from './change-text.js';
import { reasonReported, statusReported } from '../text/reduce-text.rules.js';
import { dueBy, type TextDoc } from '../text/text.model.js';

/** As long as a question may take; one that nobody answered is asked again then. */
const leaseMs = 60_000;
/** The carrier's times are whole seconds, and its clock may be a little behind ours. */
const clocksApartMs = 2_000;

async function claim({ texts, clock }: MessagingContext): Promise<TextDoc | undefined> {
  const now = clock.now();
  const claimed = await texts
    .findOneAndUpdate(
      { ask_at: dueBy(now) },
      { $set: { ask_at: new Date(now.getTime() + leaseMs) } },
      { sort: { ask_at: 1 }, returnDocument: 'after' },
    )
    .lean<TextDoc>();
  return claimed ?? undefined;
}

/**
 * A text whose id we never got, among those that the carrier took: its words, from our number to the customer's, not
 * before it was handed over, and known as no other text of ours.
 */
async function search(ctx: MessagingContext, doc: TextDoc): Promise<TextAtCarrier | undefined> {
  const { our_number: from, customer_phone: to, text = '', handed_at, createdAt } = doc;
  const since = (handed_at ?? createdAt).getTime() - clocksApartMs;
  const alike = (await ctx.carrier.takenLast({ from, to })).filter(
    ({ body, takenAt }) => body.includes(text) && takenAt.getTime() >= since,
  );
  if (alike.length === 0) return undefined;
  const known = await ctx.texts.distinct('message_sid', {
    message_sid: { $type: 'string', $in: alike.map(({ sid }) => sid) },
  });
  return alike
    .filter(({ sid }) => !known.includes(sid))
    .sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime())[0];
}

/** Saves what the carrier says, as a webhook of its would be. Undefined where that is nothing new. */
async function learn(
  ctx: MessagingContext,
  { _id, attempt, message_sid }: TextDoc,
  found: TextAtCarrier | undefined,
  question: { asked: number; isLast: boolean },
): Promise<TextDoc | undefined> {
  const { asked, isLast } = question;
  const status = found === undefined ? undefined : statusReported(found.status);
  if (found !== undefined && status !== undefined) {
    const { sid, code } = found;
    await ctx.accountFaults.published(code);
    return changeText(
      ctx,
      _id,
      { is: 'reported', attempt, sid, status, reason: reasonReported(status, code) },
      { code },
    );
  }
  const isNowhere = found === undefined && message_sid === null && isLast;
  return isNowhere ? changeText(ctx, _id, { is: 'not-found', attempt }, { asked }) : undefined;
}

/**
 * Asks the carrier about the next text whose last webhook did not come, or of which nobody knows whether it went out:
 * ever more rarely, and then no more. Nothing is sent by it.
 */
export async function askAboutNextText(ctx: MessagingContext): Promise<boolean> {
  const doc = await claim(ctx);
  if (doc === undefined) return false;
  const { _id, message_sid, version } = doc;
  // How often it was asked is written past the version.
  ctx.lastWritten.take(_id);
  try {
    const found = message_sid === null ? await search(ctx, doc) : await ctx.carrier.find(message_sid);
    const asked = doc.asked + 1;
    const ask_at = nextAskAt(doc, asked, ctx.clock.now());
    const changed = await learn(ctx, doc, found, { asked, isLast: ask_at === null });
    // A webhook may have come meanwhile, and there is nothing to ask any more.
    if (changed === undefined) await ctx.texts.updateOne({ _id, version }, { $set: { asked, ask_at } });
  } catch (error) {
    ctx.log.warn({ err: error, text: _id.toHexString() }, 'text could not be reconciled with the carrier');
  }
  return true;
}

export const asking = (ctx: MessagingContext): Job => ({
  name: 'texts to ask about',
  ...dueIn(ctx.texts, 'ask_at'),
  run: () => askAboutNextText(ctx),
});
