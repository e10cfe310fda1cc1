import { Types } from 'mongoose';
import { leadStatusChanged, type events } from '@crm/contracts/bus/events.js';
import {
  followupCreated,
  followupDeleted,
  followupDue,
  followupUpdated,
} from '@crm/contracts/bus/followup-events.js';
import { textReceived, textSent } from '@crm/contracts/bus/messaging-events.js';
import type { EventFollowup } from '@crm/contracts/entities/followup.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import type { KnownFollowup } from '../lead/lead.model.js';
import { endWaiting, noteTouch } from '../lead/note-touch.js';
import { knownFollowups, nextFollowup, withFollowup } from './known-followups.rules.js';

type Written = Pick<LeadsContext, 'leadCollection'>;

/** Notes the state of a follow-up of a lead (rule F7). Idempotent; of one follow-up an older state says nothing. */
export async function saveFollowup(
  { leadCollection }: Written,
  leadId: string,
  followup: KnownFollowup,
): Promise<void> {
  const _id = new Types.ObjectId(leadId);
  await retryOnConflict(async () => {
    const lead = await leadCollection.findOne(alive({ _id }), { projection: { day: 1 } });
    if (lead === null) return true;
    const { day = {} } = lead;
    const followups = withFollowup(knownFollowups(day), followup);
    if (followups === undefined) return true;
    const written = await leadCollection.updateOne(
      alive({ _id, 'day.followupsRevision': day.followupsRevision ?? { $exists: false } }),
      {
        $set: { 'day.followups': followups, 'day.followup': nextFollowup(followups) },
        $inc: { 'day.followupsRevision': 1 },
      },
    );
    return written.matchedCount > 0 || undefined;
  });
}

const known = ({ id, version, completed, datetime, priority }: EventFollowup): KnownFollowup => ({
  id: new Types.ObjectId(id),
  version,
  at: completed === 1 ? null : new Date(datetime),
  priority,
});

/** Notes that the customer wrote; unless somebody called or wrote since then. */
async function noteReply({ leadCollection }: Written, leadId: string, at: Date): Promise<void> {
  await leadCollection.updateOne(
    alive({
      _id: new Types.ObjectId(leadId),
      $or: [{ 'day.touched': { $exists: false } }, { 'day.touched': { $lt: at } }],
    }),
    { $max: { 'day.replied': at } },
  );
}

/**
 * What texts and statuses mean for a lead's next contact: whoever sets a status has dealt with what was written. A call is
 * noted with the hold that it begins (`calling`).
 */
export function dayContactEvents(ctx: LeadsContext): Handlers<typeof events> {
  return {
    [textReceived.type]: async ({ data: { lead_id }, time }) => {
      if (lead_id !== null) await noteReply(ctx, lead_id, new Date(time));
    },
    [leadStatusChanged.type]: ({ data: { lead_id }, time }) =>
      endWaiting(ctx, new Types.ObjectId(lead_id), new Date(time)),
    [textSent.type]: async ({ data: { lead_id }, time }) => {
      if (lead_id !== null) await noteTouch(ctx, lead_id, new Date(time), 'text');
    },
  };
}

/** The follow-ups of leads. A deleted one is past every state of it. */
export function dayFollowupEvents(ctx: LeadsContext): Handlers<typeof events> {
  return {
    [followupCreated.type]: ({ data }) => saveFollowup(ctx, data.lead_id, known(data)),
    [followupUpdated.type]: ({ data }) => saveFollowup(ctx, data.lead_id, known(data)),
    // Tells its state once more: a lead is due by it even where a process that knew one follow-up of a lead saved over it.
    [followupDue.type]: ({ data: { followup } }) => saveFollowup(ctx, followup.lead_id, known(followup)),
    [followupDeleted.type]: ({ data: { id, lead_id } }) =>
      saveFollowup(ctx, lead_id, {
        id: new Types.ObjectId(id),
        version: Number.MAX_SAFE_INTEGER,
        at: null,
        priority: 3,
      }),
  };
}
