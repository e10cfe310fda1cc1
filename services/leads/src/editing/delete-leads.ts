import type { Types } from 'mongoose';
import { forbidden, notFound, unavailable } from '@crm/platform/errors/app-error.js';
import { alive, tombstone } from '@crm/platform/outbox/outbox-fields.js';
import { releaseFormerUsers } from '../assignment/release.js';
import type { LeadsContext } from '../context.js';
import { eraseNotes } from '../notes/notes.js';
import { eraseChanges } from '../timeline/save-changes.js';
import { inBatches, livingLeads } from '../lead/batches.js';
import { deletedEvent, type EventActor } from '../lead/lead.events.js';
import { mayDelete } from '../lead/lead.policy.js';
import { leadView } from '../lead/lead.view.js';

/**
 * Deletes leads: what stays is a tombstone without a trace of the person, until the world has been told. Keys by which a
 * command or a row of a file is known stay with it, or the lead would come back with a second delivery. Its notes and
 * what its timeline alone keeps are erased. Whoever held or worked one is free. Answers how many there were.
 */
export async function deleteLeads(
  ctx: LeadsContext,
  actor: EventActor,
  leadIds: readonly string[],
): Promise<number> {
  if (!mayDelete(actor)) throw forbidden();
  const { done, changing } = await inBatches(leadIds, (ids) => deleteBatch(ctx, actor, ids));
  if (changing.length > 0) throw unavailable('These leads are changing too fast, please try again');
  return done;
}

/** Deletes one lead; 404 where it is not there. */
export async function deleteLead(ctx: LeadsContext, actor: EventActor, leadId: string): Promise<void> {
  if ((await deleteLeads(ctx, actor, [leadId])) === 0) throw notFound('Lead');
}

async function deleteBatch(ctx: LeadsContext, actor: EventActor, ids: readonly Types.ObjectId[]) {
  const now = ctx.clock.now();
  const found = await livingLeads(ctx, ids);
  if (found.length === 0) return { done: 0, raced: [] };
  const writes = found.map((lead) => {
    const view = leadView(lead, { agentEmail: null, now });
    const { $unset, ...rest } = tombstone(ctx.leads, [deletedEvent({ actor, now, lead: view })], now);
    const { external_id: _external, importKey: _import, ...gone } = $unset;
    return {
      updateOne: {
        filter: alive({ _id: lead._id, version: lead.version }),
        update: { ...rest, $unset: gone },
      },
    };
  });
  const { matchedCount } = await ctx.leads.bulkWrite(writes, { ordered: false });
  const all = found.map(({ _id }) => _id);
  await releaseFormerUsers(
    ctx,
    actor,
    all.map((id) => id.toHexString()),
  );
  const left = matchedCount === writes.length ? [] : await livingLeads(ctx, all);
  const raced = new Set(left.map(({ _id }) => _id.toHexString()));
  const gone = all.filter((id) => !raced.has(id.toHexString()));
  await Promise.all([eraseNotes(ctx, gone), eraseChanges(ctx, gone)]);
  return { done: found.length - left.length, raced: left.map(({ _id }) => _id) };
}
