import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { SuppressionList } from '@crm/contracts/resources/suppression-list.js';
import { conflict, invalid, notFound } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import type { SuppressionListDoc } from '../suppression/suppression.model.js';
import { changeList } from './change-list.js';
import { listView } from './suppression-list.view.js';

/**
 * An admin takes a list out of force; it stays on record. Throws 404 for one that is not there, `invalid` for one that is
 * out of force already.
 */
export async function removeList(ctx: LeadsContext, actor: Actor, id: string): Promise<SuppressionList> {
  const list = await ctx.suppressionLists.findById(new Types.ObjectId(id)).lean<SuppressionListDoc>();
  if (list === null || list.status === 'receiving') throw notFound('Suppression list');
  if (list.status !== 'loaded' && list.status !== 'importing') throw invalid({}, 'This list is not in force');
  const now = ctx.clock.now();
  const set = {
    ...{ status: 'removed' as const, lease: null, leftovers: 1 as const },
    ...{ removed_by: actor.fullname, removed_at: now },
  };
  if (!(await changeList(ctx, actor, list, set))) throw conflict();
  ctx.suppressionWork.wake();
  return listView({ ...list, ...set, version: list.version + 1 }, now);
}
