import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { MessagingContext } from '../context.js';
import type { TextDoc } from '../text/text.model.js';
import type { QueuedText } from './queued-text.js';
import { sendText } from './send-text.js';

/** For so long a text that was just queued is its own process's to send; after that it is anybody's. */
export const ownLeaseMs = 10_000;

/** Sends a text that this process has just queued, without asking the store which is next. */
export function sendSoon(ctx: MessagingContext, text: TextDoc, author?: QueuedText['author']): void {
  ctx.lastWritten.keep(text);
  ctx.ownTexts.push({ text, author });
  ctx.sendingOwn.wake();
}

export const sendingOwn = (ctx: MessagingContext): Job => ({
  name: 'texts just queued',
  nextDueAt: () => Promise.resolve(ctx.ownTexts.length > 0 ? ctx.clock.now() : null),
  run: async () => {
    const queued = ctx.ownTexts.shift();
    if (queued === undefined) return false;
    const { text, author } = queued;
    const isOwn = text.at !== null && text.at > ctx.clock.now();
    // What came too late or could not be sent yet is due by the store's word.
    if (!isOwn || !(await sendText(ctx, text, author))) ctx.outgoing.wake();
    return true;
  },
});
