import { Types } from 'mongoose';
import type { z } from 'zod';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { leadAssigned, leadStatusChanged, type events } from '@crm/contracts/bus/events.js';
import { followupCreated, followupDeleted, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import type { EventFollowup } from '@crm/contracts/entities/followup.js';
import { id as userId, type AgentChoice } from '@crm/contracts/ids.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { DataKeyDestroyed } from '@crm/platform/encryption/data-keys.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { announceTimeline } from '../lead/announce-timeline.js';
import type { FollowupChange, LeadChangeDoc } from './lead-change.model.js';

const objectId = (id: AgentChoice) => (id === 0 ? null : new Types.ObjectId(id));

function byOf({ actorid }: Pick<Envelope, 'actorid'>): Types.ObjectId | null {
  const parsed = userId.safeParse(actorid);
  return parsed.success ? new Types.ObjectId(parsed.data) : null;
}

/** Saves a change of a lead once, whatever often it is delivered; of a lead that is gone nothing. */
async function saveChange(
  ctx: LeadsContext,
  message: Pick<Envelope, 'id' | 'time' | 'actorid'>,
  leadId: string,
  change: Pick<LeadChangeDoc, 'kind' | 'status' | 'assignment' | 'followup'>,
): Promise<void> {
  const lead_id = new Types.ObjectId(leadId);
  const doc: LeadChangeDoc = {
    _id: message.id,
    lead_id,
    at: new Date(message.time),
    by: byOf(message),
    ...change,
  };
  try {
    await ctx.leadChanges.create(doc);
  } catch (error) {
    // Erased before this was delivered: its key is gone.
    if (error instanceof DataKeyDestroyed) return;
    if (!isDuplicate(error)) throw error;
  }
  const stands = await ctx.leadCollection.findOne(alive({ _id: lead_id }), { projection: { _id: 1 } });
  if (stands !== null) announceTimeline(ctx, leadId);
  // Erased in between, or before this was delivered: what it had went already, and nothing else would find this.
  else if ((await ctx.deletedLeads.exists({ _id: lead_id })) === null)
    await ctx.leadChanges.deleteOne({ _id: doc._id });
}

const followupOf = (
  what: FollowupChange['what'],
  { user_id, datetime, priority }: EventFollowup,
): Pick<LeadChangeDoc, 'kind' | 'followup'> => ({
  kind: 'followup',
  followup: {
    // No event tells it: the timeline leads to the follow-up, which has it.
    ...{ what, description: '', priority },
    user_id: new Types.ObjectId(user_id),
    datetime: new Date(datetime),
  },
});

/** What a change of some of its fields is called; undefined where none of its own changed. */
function followupChange({
  changed,
  completed,
}: Pick<z.output<(typeof followupUpdated)['data']>, 'changed' | 'completed'>):
  | FollowupChange['what']
  | undefined {
  if (changed.includes('completed')) return completed === 1 ? 'completed' : 'reopened';
  if (changed.length === 0) return undefined;
  return changed.every((field) => field === 'user_id') ? 'reassigned' : 'changed';
}

/** What is remembered of leads from events, for their timelines: statuses, agents, follow-ups. */
export const timelineEvents = (ctx: LeadsContext): Handlers<typeof events> => ({
  [leadStatusChanged.type]: async (message) => {
    const { lead_id, from, to } = message.data;
    if (from !== to) await saveChange(ctx, message, lead_id, { kind: 'status', status: { from, to } });
  },
  [leadAssigned.type]: async (message) => {
    const { lead_id, lead, from, to, how } = message.data;
    // Whose a lead is from the start, its beginning says.
    if (lead === undefined || from === to) return;
    const assignment = { from: objectId(from), to: objectId(to), how };
    await saveChange(ctx, message, lead_id, { kind: 'assignment', assignment });
  },
  [followupCreated.type]: (message) =>
    saveChange(ctx, message, message.data.lead_id, followupOf('created', message.data)),
  [followupUpdated.type]: async (message) => {
    const what = followupChange(message.data);
    if (what !== undefined)
      await saveChange(ctx, message, message.data.lead_id, followupOf(what, message.data));
  },
  [followupDeleted.type]: (message) =>
    saveChange(ctx, message, message.data.lead_id, {
      kind: 'followup',
      followup: { what: 'deleted', user_id: null, datetime: null, description: '', priority: null },
    }),
});

/** Erases what is remembered of leads that are gone. */
export async function eraseChanges(
  { leadChanges }: Pick<LeadsContext, 'leadChanges'>,
  leadIds: readonly Types.ObjectId[],
): Promise<void> {
  if (leadIds.length > 0) await leadChanges.deleteMany({ lead_id: { $in: [...leadIds] } });
}
