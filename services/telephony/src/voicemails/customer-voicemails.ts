import { Types } from 'mongoose';
import { seesAll, supervises, type Actor } from '@crm/contracts/access.js';
import { voicemailRead } from '@crm/contracts/bus/call-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { CustomerVoicemail } from '@crm/contracts/entities/telephony.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { mayWork, requireWorkable } from '@crm/domain/access/lead-access.js';
import type { TelephonyContext } from '../context.js';
import { findUser } from '../users/save-users.js';
import type { CustomerVoicemailDoc } from './customer-voicemail.model.js';
import { customerVoicemailDetails, customerVoicemailView } from './customer-voicemail.view.js';

const maxListed = 500;

async function listed(ctx: TelephonyContext, token: string, filter: object): Promise<CustomerVoicemail[]> {
  const docs = await ctx.customerVoicemails
    .find({ ...filter, isTold: true, hidden: { $ne: true } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxListed)
    .lean<CustomerVoicemailDoc[]>();
  return docs.map((doc) => customerVoicemailView(doc, ctx.links, token));
}

/** What customers left for a user, for an admin what belongs to nobody else too; whose may be asked for is the route's rule. */
export async function listVoicemailsOfUser(
  ctx: TelephonyContext,
  token: string,
  userId: string,
): Promise<CustomerVoicemail[]> {
  const user = await findUser(ctx, userId);
  const own = new Types.ObjectId(userId);
  return listed(ctx, token, {
    user_id: user?.role_id === roles.admin ? { $in: [null, own] } : own,
  });
}

/** What the customer of a lead left, for whoever may work it. Another agent's lead is 404. */
export async function listVoicemailsOfLead(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  leadId: string,
): Promise<CustomerVoicemail[]> {
  await requireWorkable(ctx, actor, leadId);
  return listed(ctx, token, { lead_id: new Types.ObjectId(leadId) });
}

/**
 * Whether somebody may hear what a customer left: whoever sees all, and of a lead that is not deleted whoever it was left for, whoever may work the lead; guides, who
 * call unknown numbers back, what such a one left for nobody in particular.
 */
export async function mayHearVoicemail(
  ctx: TelephonyContext,
  actor: Actor,
  { lead_id, user_id, hidden }: Pick<CustomerVoicemailDoc, 'lead_id' | 'user_id' | 'hidden'>,
): Promise<boolean> {
  if (seesAll(actor)) return true;
  if (hidden === true) return false;
  if (user_id?.toHexString() === actor.id) return true;
  if (lead_id === null) return user_id === null && actor.role === roles.guide;
  return mayWork(ctx, actor, lead_id.toHexString());
}

async function findHearable(ctx: TelephonyContext, actor: Actor, id: string): Promise<CustomerVoicemailDoc> {
  const doc = await ctx.customerVoicemails
    .findOne({ _id: new Types.ObjectId(id), isTold: true })
    .lean<CustomerVoicemailDoc>();
  if (doc === null || !(await mayHearVoicemail(ctx, actor, doc))) throw notFound('Voicemail');
  return doc;
}

/** One voicemail with an address of the asker's own. Throws 404 where it is not theirs to hear. */
export async function getVoicemail(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  id: string,
): Promise<CustomerVoicemail> {
  return customerVoicemailView(await findHearable(ctx, actor, id), ctx.links, token);
}

/** What was left with calls, by the id of the call; only what the asker may hear. */
export async function voicemailsOfCalls(
  ctx: TelephonyContext,
  actor: Actor,
  callIds: readonly Types.ObjectId[],
): Promise<Map<string, CustomerVoicemailDoc>> {
  const docs = await ctx.customerVoicemails
    .find({ call_id: { $in: callIds }, isTold: true, hidden: { $ne: true } })
    .lean<CustomerVoicemailDoc[]>();
  const heard = await Promise.all(docs.map((doc) => mayHearVoicemail(ctx, actor, doc)));
  return new Map(docs.filter((_, index) => heard[index]).map((doc) => [doc.call_id.toHexString(), doc]));
}

/**
 * Marks a customer's voicemail as played. Whoever looks after agents and listens in on one's changes nothing; what belongs to nobody
 * else is the admins' own.
 */
export async function readVoicemail(ctx: TelephonyContext, actor: Actor, voicemailId: string): Promise<void> {
  await retryOnConflict(async () => {
    const doc = await findHearable(ctx, actor, voicemailId);
    const { _id, version } = doc;
    const { lead_id, user_id } = customerVoicemailDetails(doc);
    if (doc.read === 1 || (supervises(actor) && user_id !== 0 && user_id !== actor.id)) return true;
    const now = ctx.clock.now();
    const event = newEvent(voicemailRead, {
      source: 'telephony',
      subject: `voicemail/${voicemailId}`,
      sequence: version + 1,
      data: { voicemail_id: voicemailId, lead_id, user_id },
      actor,
      now,
    });
    const { matchedCount } = await ctx.customerVoicemails.updateOne(
      { _id, version },
      withEvents({ $set: { read: 1 } }, [event], now),
    );
    return matchedCount > 0 ? true : undefined;
  }, 'This voicemail');
}
