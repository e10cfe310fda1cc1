import { Types } from 'mongoose';
import { mayWorkLead } from '@crm/contracts/access.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { forgetLead, saveLeadAccess } from '@crm/domain/access/lead-access.js';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import { readLeadRow } from '@crm/domain/access/lead-row.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { FollowupsContext } from '../context.js';
import { eraseFollowup } from './delete-followup.js';
import type { FollowupDoc, LeadDetails } from './followup.model.js';
import { writeFollowup } from './write-followup.js';
import { findOwner } from '../users/owners.js';

/** What of a lead a follow-up follows. */
type FollowedLead = Pick<LeadRow, 'id' | 'fullname' | 'type_id' | 'status' | 'user_id'>;

/** What a follow-up carries of its lead. */
export function detailsOf({ fullname, type_id, status }: Omit<FollowedLead, 'id' | 'user_id'>): LeadDetails {
  return { fullname, name_key: fullname.trim().toLowerCase(), type_id, status };
}

/** Whose it is by now: the owner's while they may work the lead, or else its agent's. */
async function ownerBy(ctx: FollowupsContext, doc: FollowupDoc, lead: FollowedLead): Promise<Types.ObjectId> {
  const { user_id, type_id } = lead;
  if (user_id === 0) return doc.user_id;
  const owner = await findOwner(ctx, doc.user_id);
  const stays = owner !== undefined && mayWorkLead(owner, { type_id, user_id });
  return stays ? doc.user_id : new Types.ObjectId(user_id);
}

const isSame = (
  doc: FollowupDoc,
  { fullname, type_id, status, user_id }: LeadDetails & { user_id: Types.ObjectId },
) =>
  doc.fullname === fullname &&
  doc.type_id === type_id &&
  doc.status === status &&
  doc.user_id.equals(user_id);

/** Takes into its follow-up how a lead stands; what it shows of it is told on. An older state changes nothing. */
async function claimIntoFollowup(
  ctx: FollowupsContext,
  lead: FollowedLead,
  lead_version: number,
): Promise<void> {
  const lead_id = new Types.ObjectId(lead.id);
  await retryOnConflict(async () => {
    const doc = await ctx.followups
      .findOne(alive({ lead_id, lead_version: { $lt: lead_version } }))
      .lean<FollowupDoc>();
    if (doc === null) return true;
    const now = { ...detailsOf(lead), user_id: await ownerBy(ctx, doc, lead) };
    if (!isSame(doc, now)) return (await writeFollowup(ctx, 'system', doc, { ...now, lead_version })) && true;
    const { _id, version } = doc;
    const written = await ctx.followups.updateOne(alive({ _id, version }), { $set: { lead_version } });
    return written.matchedCount > 0 || undefined;
  }, 'This follow-up');
}

/** Saves how a lead stands, by an event of leads': who may work it, and what its follow-up shows of it. */
export async function followLead(ctx: FollowupsContext, lead: FollowedLead, sequence: number): Promise<void> {
  await saveLeadAccess(ctx, lead, sequence);
  // A follow-up is made of a lead that stands: of a lead's first state it knows.
  if (sequence > 1) await claimIntoFollowup(ctx, lead, sequence);
}

/** Saves that a lead is gone, and its follow-up with it. */
export async function loseLead(ctx: FollowupsContext, leadId: string, sequence: number): Promise<void> {
  await forgetLead(ctx, leadId, sequence);
  await eraseFollowup(ctx, leadId);
}

/**
 * Events of the lead that came between reading it and writing its new follow-up found none to change: what they said is
 * made up for.
 */
export async function catchUpWithLead(
  ctx: FollowupsContext,
  { lead_id, lead_version }: Pick<FollowupDoc, 'lead_id' | 'lead_version'>,
): Promise<void> {
  const known = await ctx.leadAccess.findById(lead_id).lean<LeadAccessDoc>();
  if (known === null) return;
  const isGone = (known.goneAt ?? null) !== null;
  if (!isGone && known.version <= lead_version) return;
  const id = lead_id.toHexString();
  if (isGone) {
    await eraseFollowup(ctx, id);
    return;
  }
  try {
    const lead = await readLeadRow(ctx, id);
    await claimIntoFollowup(ctx, lead, lead.version);
  } catch (error) {
    // The follow-up stands: it must not look as if it did not, and the lead's next event says the same.
    ctx.log.warn({ err: error, leadId: id }, 'a new follow-up could not be updated from its lead');
  }
}
