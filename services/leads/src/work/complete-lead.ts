import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { sentences } from '@crm/contracts/errors.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { endWork } from './end-work.js';

/**
 * Clears a user's uncompleted lead. Before a status was saved since the work started: 422 'Please complete this lead,
 * change status'. A user who has none is free already: that is no mistake.
 */
export async function completeLead(ctx: LeadsContext, actor: Actor, userId: string): Promise<void> {
  await retryOnConflict(async () => {
    const work = await ctx.work.findOne({ _id: new Types.ObjectId(userId) }).lean();
    if (work?.lead_id === undefined) return true;
    if (!work.statusSaved) throw invalid({ status: sentences.completeLead }, sentences.completeLead);
    return (await endWork(ctx, actor, work)) || undefined;
  });
}
