import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { CallbackOffer } from '@crm/contracts/entities/telephony.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from '../calls/call.model.js';
import { offerOf } from '../calls/call.view.js';
import { emitCallChanged } from '../calls/change-call.js';
import { isCallback } from '../calls/queue.rules.js';

/** Whom a user is asked to call back right now. */
export async function callbackOffer(ctx: TelephonyContext, actor: Actor): Promise<CallbackOffer | null> {
  const call = await ctx.callDocs
    .findOne({ 'queue.state': 'offered', 'queue.users': actor.id })
    .lean<CallDoc>();
  return call === null ? null : (offerOf(call)?.offer ?? null);
}

/** A user does not call back: the next one is asked. One who is not asked any more changes nothing. */
export async function declineCallback(ctx: TelephonyContext, actor: Actor, callId: string): Promise<void> {
  const call = await ctx.callDocs.findById(new Types.ObjectId(callId)).lean<CallDoc>();
  if (call === null || offerOf(call)?.user_id !== actor.id) return;
  await emitCallChanged(ctx, call._id, { is: 'passed', user_id: actor.id });
}

/** Somebody calls a number: whoever waited there to be called back waits no longer, whoever was asked to. */
export async function callbackPlaced(ctx: TelephonyContext, number: string): Promise<void> {
  for (const call of await ctx.queue.waiting()) {
    if (call.number === number && isCallback(call.queue))
      await emitCallChanged(ctx, call._id, { is: 'unqueue', reason: 'callback' });
  }
}
