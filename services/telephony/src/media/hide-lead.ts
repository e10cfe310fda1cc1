import { Types } from 'mongoose';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import type { TelephonyContext } from '../context.js';

type Hider = Pick<TelephonyContext, 'records' | 'customerVoicemails' | 'missedCalls' | 'callDocs'>;

/**
 * Hides what was recorded of a deleted lead from everybody's lists: recordings and voicemails are stored until their
 * retention ends. Its calls and missed calls stay as those of a number, without its name. Again, it changes nothing.
 */
export async function hideLeadAudio(ctx: Hider, leadId: string): Promise<void> {
  const lead_id = new Types.ObjectId(leadId);
  await ctx.records.updateMany({ lead_id }, { $set: { hidden: true } });
  await ctx.customerVoicemails.updateMany({ lead_id }, { $set: { hidden: true } });
  await ctx.missedCalls.collection.updateMany(
    { lead_id },
    { $set: { lead_id: null, lead_name: '', lead_key: '', words: [] }, $inc: { version: 1 } },
  );
  await ctx.callDocs.updateMany(
    { lead_id, state: 'ended' },
    { $set: { lead_name: '', words: [] }, $inc: { version: 1 } },
  );
}

/** Shows it again: the lead was restored. */
export async function showLeadAudio(ctx: Hider, leadId: string): Promise<void> {
  const lead_id = new Types.ObjectId(leadId);
  await ctx.records.updateMany({ lead_id }, { $unset: { hidden: 1 } });
  await ctx.customerVoicemails.updateMany({ lead_id }, { $unset: { hidden: 1 } });
}

/** Hides what has just been saved of a call whose lead was deleted meanwhile. */
export async function hideIfGone(
  ctx: Hider & Pick<TelephonyContext, 'leadAccess'>,
  lead_id: Types.ObjectId | null,
): Promise<void> {
  if (lead_id === null) return;
  const known = await ctx.leadAccess.findById(lead_id).lean<LeadAccessDoc>();
  if (known?.goneAt) await hideLeadAudio(ctx, lead_id.toHexString());
}
