import { Types } from 'mongoose';
import { mayWorkLead } from '@crm/contracts/access.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { forgetLead, saveLeadAccess } from '@crm/domain/access/lead-access.js';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import { readLeadRow } from '@crm/domain/access/lead-row.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { FollowupsContext } from '../context.js';
import { eraseFollowups } from './delete-followup.js';
import type { FollowupDoc, LeadDetails } from './followup.model.js';
import { writeFollowup } from './write-followup.js';
import { findOwner } from '../users/owners.js';

/** The lead fields that a follow-up mirrors. */
type FollowedLead = Pick<LeadRow, 'id' | 'fullname' | 'type_id' | 'status' | 'user_id'>;

/** As `lead.updated` names them; a change of any other says nothing here. The type never changes. */
export const mirroredFields: ReadonlySet<string> = new Set([
  'fullname',
  'status',
  'user_id',
] satisfies (keyof FollowedLead)[]);

/** The mirrored lead fields as stored. */
export function detailsOf({ fullname, type_id, status }: Omit<FollowedLead, 'id' | 'user_id'>): LeadDetails {
  return { fullname, name_key: fullname.trim().toLowerCase(), type_id, status };
}

/** The current owner: the same while they may work the lead, otherwise the lead's agent. */
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

/** Updates one follow-up from its lead's state and publishes the change; undefined on a version conflict. */
async function claimInto(
  ctx: FollowupsContext,
  doc: FollowupDoc,
  lead: FollowedLead,
  lead_version: number,
): Promise<true | undefined> {
  const now = { ...detailsOf(lead), user_id: await ownerBy(ctx, doc, lead) };
  if (!isSame(doc, now)) return (await writeFollowup(ctx, 'system', doc, { ...now, lead_version })) && true;
  const { _id, version } = doc;
  const written = await ctx.followups.updateOne(alive({ _id, version }), { $set: { lead_version } });
  return written.matchedCount > 0 || undefined;
}

/** Updates every follow-up of a lead from its state. Older versions are ignored. */
async function claimIntoFollowups(
  ctx: FollowupsContext,
  lead: FollowedLead,
  lead_version: number,
): Promise<void> {
  const lead_id = new Types.ObjectId(lead.id);
  await retryOnConflict(async () => {
    const behind = await ctx.followups
      .find(alive({ lead_id, lead_version: { $lt: lead_version } }))
      .lean<FollowupDoc[]>();
    for (const doc of behind)
      if ((await claimInto(ctx, doc, lead, lead_version)) === undefined) return undefined;
    return true;
  }, 'This follow-up');
}

/** Saves a lead's state from an event: who may work it, and its follow-ups' mirrored fields. */
export async function followLead(ctx: FollowupsContext, lead: FollowedLead, sequence: number): Promise<void> {
  await saveLeadAccess(ctx, lead, sequence);
  // A follow-up is made of a lead that stands: of a lead's first state it knows.
  if (sequence > 1) await claimIntoFollowups(ctx, lead, sequence);
}

/** Deletes the follow-ups of a deleted lead. */
export async function loseLead(ctx: FollowupsContext, leadId: string, sequence: number): Promise<void> {
  await forgetLead(ctx, leadId, sequence);
  await eraseFollowups(ctx, leadId);
}

/** Applies what is known of a lead to its follow-ups where its events met none, or not all of them. */
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
    await eraseFollowups(ctx, id);
    return;
  }
  try {
    const lead = await readLeadRow(ctx, id);
    await claimIntoFollowups(ctx, lead, lead.version);
  } catch (error) {
    // The follow-up stands, so its request must not fail; the lead's next event has the same data.
    ctx.log.warn({ err: error, leadId: id }, 'a follow-up could not be updated from its lead');
  }
}
