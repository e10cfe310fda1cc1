import { Types } from 'mongoose';
import { leadUpdated, type events } from '@crm/contracts/bus/events.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import type { LeadsContext } from '../context.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { findLead } from '../lead/lead.access.js';
import { isPerson } from '../lead/lead.policy.js';
import { channelsLeft } from '../permission/consent.rules.js';
import { actorOf } from '../permission/contact.consumers.js';
import { recordingIdOf } from './consent.rules.js';
import type { ConsentDoc } from './consent.model.js';
import { addRevocation } from './record-consent.js';
import { insertConsent } from './save-consent.js';

type Agreed = Pick<LeadDoc, '_id' | 'phone' | 'second_phone' | 'recorded_ok' | 'version'>;

/**
 * What a lead says of being recorded, as a consent: switched on is one that the actor asked for, switched off is its
 * revocation. Once for each version of the lead, however often it is told.
 */
export async function saveRecordingConsent(
  ctx: LeadsContext,
  actor: EventActor,
  { _id: lead_id, phone, second_phone, recorded_ok, version }: Agreed,
): Promise<void> {
  const by = isPerson(actor) ? actor.fullname : 'Message bus';
  if (recorded_ok === 1) {
    const now = ctx.clock.now();
    await insertConsent(ctx, actor, {
      _id: new Types.ObjectId(recordingIdOf(lead_id.toHexString(), version)),
      lead_id,
      addresses: [phone, second_phone].filter((number) => number !== null),
      kind: 'oral',
      channels: ['recording'],
      at: now,
      received_at: now,
      received_from: by,
      asked_by: by,
      text: null,
      url: null,
      ip: null,
      seller: ctx.config.agencyName,
      note: null,
      expires_at: null,
      certificates: [],
      revocations: [],
      lead_version: version,
    });
    return;
  }
  // What was agreed to later stays, should this be told late.
  const given = await ctx.consents
    .find({ lead_id, channels: 'recording', lead_version: { $lt: version } })
    .lean<ConsentDoc[]>();
  for (const consent of given.filter((each) => channelsLeft(each).includes('recording'))) {
    await addRevocation(ctx, actor, consent._id, {
      by,
      reason: 'Cleared on the lead',
      channels: ['recording'],
    });
  }
}

/** Saving does this itself; this is for a process that died between the lead and its consent. */
export const recordingEvents = (
  ctx: LeadsContext,
): Required<Pick<Handlers<typeof events>, typeof leadUpdated.type>> => ({
  [leadUpdated.type]: async (message) => {
    const { lead, changed } = message.data;
    if (!changed.includes('recorded_ok')) return;
    const stored = await findLead(ctx, lead.id);
    if (stored === undefined) return;
    const { recorded_ok, version } = lead;
    await saveRecordingConsent(ctx, await actorOf(ctx, message), { ...stored, recorded_ok, version });
  },
});
