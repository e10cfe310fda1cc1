import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from './call.model.js';
import { liveCallOf } from './call.view.js';
import { isCalled } from './colleague.rules.js';

/** The call of a user that is under way: their own, one that they were rung into, or a colleague's who called them. */
export async function liveCallDoc(
  { callDocs }: Pick<TelephonyContext, 'callDocs'>,
  userId: string,
): Promise<CallDoc | undefined> {
  const own = await callDocs
    .findOne({ user_id: new Types.ObjectId(userId), state: { $ne: 'ended' } })
    .sort({ startedAt: -1 })
    .lean<CallDoc>();
  if (own !== null) return own;
  const joined = await callDocs
    .findOne({ 'second.user_id': userId, state: { $ne: 'ended' } })
    .lean<CallDoc>();
  if (joined?.second?.state === 'on') return joined;
  const called = await callDocs.findOne({ 'colleague.user_id': userId, state: 'talking' }).lean<CallDoc>();
  return called ?? undefined;
}

/** A call that is over, where this process knows it to be: it stays so, with everybody who was in it. */
export function knownEnded(
  { lastWritten }: Pick<TelephonyContext, 'lastWritten'>,
  id: Types.ObjectId,
): CallDoc | undefined {
  const known = lastWritten.peek(id);
  return known?.state === 'ended' ? known : undefined;
}

export async function getLiveCall(ctx: TelephonyContext, actor: Actor): Promise<LiveCall | null> {
  const call = await liveCallDoc(ctx, actor.id);
  return call === undefined ? null : liveCallOf(call, actor.id);
}

const isOf = (call: CallDoc, { id }: Actor) => call.user_id?.toHexString() === id;

/** What is done to a call is in the audit log under its lead as well. */
function underItsLead(call: CallDoc): CallDoc {
  if (call.lead_id !== null) auditSubject(`lead/${call.lead_id.toHexString()}`);
  return call;
}

/** A call of the asker's own, by its id. Somebody else's is as unknown as one that is not there. */
export async function ownCall(ctx: TelephonyContext, actor: Actor, callId: string): Promise<CallDoc> {
  const call = await ctx.callDocs.findById(new Types.ObjectId(callId)).lean<CallDoc>();
  if (call === null || !isOf(call, actor)) throw notFound('Call');
  return underItsLead(call);
}

/** The same of whoever was called in it as a colleague: either of the two may end it. */
export async function callToEnd(ctx: TelephonyContext, actor: Actor, callId: string): Promise<CallDoc> {
  const call = await ctx.callDocs.findById(new Types.ObjectId(callId)).lean<CallDoc>();
  if (call !== null && isCalled(call, actor.id)) return call;
  return ownCall(ctx, actor, callId);
}

/** The asker's own call with this conference, the last one first. */
export async function ownConference(
  ctx: TelephonyContext,
  actor: Actor,
  conferenceSid: string,
): Promise<CallDoc> {
  const call = await ctx.callDocs.findOne({ conferenceSid }).lean<CallDoc>();
  if (call === null || !isOf(call, actor)) throw notFound('Conference');
  return underItsLead(call);
}
