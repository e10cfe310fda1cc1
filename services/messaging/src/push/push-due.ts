import { Types } from 'mongoose';
import type { EventFollowup } from '@crm/contracts/entities/followup.js';
import type { PushNotice } from '@crm/contracts/http/push.js';
import type { MessagingContext } from '../context.js';
import { findUser } from '../users/save-users.js';
import { sendNotice } from './push-sender.js';
import type { PushSubscriptionDoc } from './subscription.model.js';

/** What a notice of one says: a screen that is locked shows nothing of a person's health. */
export const followupIsDue = 'Follow-up is due';

type Context = Pick<MessagingContext, 'pushSubscriptions' | 'users' | 'config' | 'log'>;

/** Shows on the browsers of a follow-up's owner that it is due. What cannot be delivered is dropped: the list has it too. */
export async function pushDueFollowup(
  ctx: Context,
  { id, lead_id, user_id }: EventFollowup,
  leadName: string,
): Promise<void> {
  const { push } = ctx.config;
  // Whoever is banned since has no more to do with the customer.
  if (push === undefined || (await findUser(ctx, user_id)) === undefined) return;
  const browsers = await ctx.pushSubscriptions
    .find({ user_id: new Types.ObjectId(user_id) })
    .lean<PushSubscriptionDoc[]>();
  const notice: PushNotice = {
    title: `Call back ${leadName}`,
    body: followupIsDue,
    tag: `followup-${id}`,
    path: `/lead/${lead_id}`,
  };
  await Promise.all(
    browsers.map(async ({ _id, endpoint, keys }) => {
      try {
        if ((await sendNotice(push, { endpoint, keys }, notice)) === 'gone')
          await ctx.pushSubscriptions.deleteOne({ _id });
      } catch (error) {
        ctx.log.warn(
          { err: error, service: new URL(endpoint).host },
          'a notice was not taken by its push service',
        );
      }
    }),
  );
}
