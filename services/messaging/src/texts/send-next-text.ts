import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { MessagingContext } from '../context.js';
import { dueBy, type TextDoc } from '../text/text.model.js';
import { leaseMs, sendText } from './send-text.js';

async function claim({ texts, clock, lastWritten }: MessagingContext): Promise<TextDoc | undefined> {
  const now = clock.now();
  const claimed = await texts
    .findOneAndUpdate(
      { is_client_message: 0, at: dueBy(now) },
      { $set: { at: new Date(now.getTime() + leaseMs) } },
      { sort: { at: 1, _id: 1 }, returnDocument: 'after' },
    )
    .lean<TextDoc>();
  if (claimed === null) return undefined;
  lastWritten.keep(claimed);
  return claimed;
}

/** Sends the next text that the store says is due. Answers whether there was one. */
export async function sendNextText(ctx: MessagingContext): Promise<boolean> {
  const doc = await claim(ctx);
  if (doc === undefined) return false;
  await sendText(ctx, doc);
  return true;
}

export const sending = (ctx: MessagingContext): Job => ({
  name: 'texts to send',
  ...dueIn(ctx.texts, 'at', { is_client_message: 0 }),
  run: () => sendNextText(ctx),
});
