import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { PushSubscription } from '@crm/contracts/http/push.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import type { MessagingContext } from '../context.js';
import { isPushService } from './push-services.rules.js';

/** More than anybody works at. */
const maxBrowsers = 10;

type Context = Pick<MessagingContext, 'pushSubscriptions' | 'clock' | 'config'>;

/** Takes a browser for the caller's notices, from whoever used it before. Throws 422 for an unknown push service. */
export async function subscribeToPush(
  ctx: Context,
  actor: Actor,
  { endpoint, keys }: PushSubscription,
): Promise<void> {
  if (ctx.config.push === undefined || !isPushService(endpoint, ctx.config.push.services))
    throw invalidField(
      'subscription.endpoint',
      'This browser takes notices from a service that is not known here',
    );
  const user_id = new Types.ObjectId(actor.id);
  await ctx.pushSubscriptions.updateOne(
    { endpoint },
    { $set: { user_id, keys, seenAt: ctx.clock.now() } },
    { upsert: true },
  );
  const others = await ctx.pushSubscriptions
    .find({ user_id })
    .sort({ seenAt: -1 })
    .skip(maxBrowsers)
    .select({ _id: 1 })
    .lean();
  if (others.length > 0)
    await ctx.pushSubscriptions.deleteMany({ _id: { $in: others.map(({ _id }) => _id) } });
}

/** Gives up a browser of the caller's. */
export async function unsubscribeFromPush(ctx: Context, actor: Actor, endpoint: string): Promise<void> {
  await ctx.pushSubscriptions.deleteOne({ endpoint, user_id: new Types.ObjectId(actor.id) });
}
