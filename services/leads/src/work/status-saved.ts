import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';

/**
 * A status of this lead was saved: whoever works it may complete it now. Written after the status itself; were the
 * process to die between the two, the user would be asked to save the status once more, which counts.
 */
export async function statusWasSaved(ctx: LeadsContext, leadId: string): Promise<void> {
  await ctx.work.updateOne(
    { lead_id: new Types.ObjectId(leadId), statusSaved: false },
    { $set: { statusSaved: true }, $inc: { version: 1 } },
  );
}
