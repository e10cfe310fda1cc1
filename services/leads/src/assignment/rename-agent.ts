import type { Types } from 'mongoose';
import type { User } from '@crm/contracts/entities/user.js';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { livingLeads } from '../lead/batches.js';
import { updatedEvent } from '../lead/lead.events.js';
import { leadView } from '../lead/lead.view.js';
import { withDerived } from '../lead/new-lead.js';
import { findUser } from '../users/find-users.js';
import { saveUsers } from '../users/save-users.js';

const batchSize = 500;
const maxRounds = 10_000;

/** Saves users as auth tells of them, and lets the leads of whoever was renamed follow. */
export async function saveUsersAndNames(ctx: LeadsContext, users: readonly User[]): Promise<void> {
  for (const id of await saveUsers(ctx, users)) await renameAgent(ctx, id);
}

/**
 * Gives the leads of a user the name that the user has now, batch by batch, until none bears another. Each tells of it
 * with `lead.updated`; who changed it last, and when, stays as it is, for nobody worked on the lead.
 */
async function renameAgent(ctx: LeadsContext, userId: Types.ObjectId): Promise<void> {
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const user = await findUser(ctx, userId);
    if (user === undefined) return;
    const stale = await ctx.leadCollection
      .find(
        alive({
          'list.agent': userId.toHexString(),
          type_id: { $in: [2, 4] },
          agent_fullname: { $ne: user.fullname },
        }),
        { projection: { _id: 1 } },
      )
      .limit(batchSize)
      .toArray();
    if (stale.length === 0) {
      await ctx.users.updateOne({ _id: userId, fullname: user.fullname }, { $unset: { isRenaming: 1 } });
      return;
    }
    await renameBatch(
      ctx,
      user,
      stale.map(({ _id }) => _id),
    );
  }
  throw unavailable('The leads of this user are changing too fast');
}

async function renameBatch(
  ctx: LeadsContext,
  { fullname, email }: { fullname: string; email: string },
  ids: readonly Types.ObjectId[],
): Promise<void> {
  const now = ctx.clock.now();
  const leads = await livingLeads(ctx, ids);
  if (leads.length === 0) return;
  await ctx.leads.bulkWrite(
    leads.map((lead) => {
      const after = withDerived({ ...lead, agent_fullname: fullname }, ctx.carrierNames.of);
      const view = leadView({ ...after, version: lead.version + 1 }, { agentEmail: email, now });
      const event = updatedEvent({ actor: 'system', now, lead: view }, ['agent_fullname']);
      return {
        updateOne: {
          filter: alive({ _id: lead._id, version: lead.version }),
          update: withEvents({ $set: { agent_fullname: fullname, list: after.list } }, [event], now),
        },
      };
    }),
    { ordered: false },
  );
}
