import type { Types } from 'mongoose';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { livingLeads } from '../lead/batches.js';
import { updatedEvent } from '../lead/lead.events.js';
import { leadView } from '../lead/lead.view.js';
import { withDerived } from '../lead/new-lead.js';
import { agentEmailsOf } from '../users/find-users.js';

const batchSize = 500;
const maxRounds = 10_000;
/** For so long another instance may still write a former name: it learns of the new one within seconds. */
const settleMs = 30_000;

/**
 * Gives leads whose premium bears a former name of a carrier the one that the list has now, batch by batch. Each tells of
 * it with `lead.updated`; who changed it last, and when, stays as it is. Done again for half a minute after the save.
 */
export async function renameCarriers(ctx: LeadsContext): Promise<void> {
  const list = await ctx.referenceLists.findById('carriers').select({ renamed: 1, changed_at: 1 }).lean();
  const renamed = list?.renamed ?? [];
  if (renamed.length === 0) return;
  await ctx.carrierNames.refresh();
  for (const name of renamed) await renameLeadsOf(ctx, name);
  const isSettled = ctx.clock.now().getTime() - (list?.changed_at?.getTime() ?? 0) >= settleMs;
  if (isSettled) await ctx.referenceLists.updateOne({ _id: 'carriers' }, { $pullAll: { renamed } });
}

async function renameLeadsOf(ctx: LeadsContext, former: string): Promise<void> {
  let after: Types.ObjectId | undefined;
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const stale = await ctx.leadCollection
      .find(
        alive({
          type_id: 2,
          'list.source': { $in: [1, 2, 3, 4, 5, 6] },
          'list.carrier': former.trim().toLowerCase().slice(0, 100),
          ...(after === undefined ? {} : { _id: { $gt: after } }),
        }),
        { projection: { _id: 1 } },
      )
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    after = stale.at(-1)?._id;
    if (after === undefined) return;
    await renameBatch(
      ctx,
      stale.map(({ _id }) => _id),
    );
  }
}

async function renameBatch(ctx: LeadsContext, ids: readonly Types.ObjectId[]): Promise<void> {
  const now = ctx.clock.now();
  const leads = await livingLeads(ctx, ids);
  const changed = leads.flatMap((lead) => {
    const after = withDerived(lead, ctx.carrierNames.of);
    // Another carrier of the same former name, or one that the list gave its name back.
    return after.premium_carrier === lead.premium_carrier ? [] : [after];
  });
  const agentEmailOf = await agentEmailsOf(ctx, changed);
  const writes = changed.map((after) => {
    const { _id, version, premium_carrier, list } = after;
    const view = leadView({ ...after, version: version + 1 }, { agentEmail: agentEmailOf(after), now });
    const event = updatedEvent({ actor: 'system', now, lead: view }, ['premium_carrier']);
    return {
      updateOne: {
        filter: alive({ _id, version }),
        update: withEvents({ $set: { premium_carrier, list } }, [event], now),
      },
    };
  });
  if (writes.length === 0) return;
  await ctx.leads.bulkWrite(writes, { ordered: false });
}
