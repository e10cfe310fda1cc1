import type { Actor } from '@crm/contracts/access.js';
import type { Followup, FollowupChange } from '@crm/contracts/entities/followup.js';
import { mayWork } from '@crm/domain/access/lead-access.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { FollowupsContext } from '../context.js';
import { changed } from './followup.rules.js';
import { followupView, ownerName } from './followup.view.js';
import { findFollowup, writeFollowup } from './write-followup.js';

/**
 * Changes the given fields of a follow-up; idempotent. Throws 404 if the actor may not work its lead, 422 for a
 * time in the past, or if more than `completed` changes on a completed one.
 */
export async function updateFollowup(
  ctx: FollowupsContext,
  actor: Actor,
  { id, followup: change }: { id: string; followup: FollowupChange },
): Promise<Followup> {
  const doc = await retryOnConflict(async () => {
    const before = await findFollowup(ctx, id);
    if (!(await mayWork(ctx, actor, before.lead_id.toHexString()))) throw notFound('Follow-up');
    const set = changed(before, change, ctx.clock.now());
    return set === undefined ? before : writeFollowup(ctx, actor, before, set);
  }, 'This follow-up');
  return followupView(doc, await ownerName(ctx, doc.user_id));
}
