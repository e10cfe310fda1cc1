import type { Types } from 'mongoose';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { liveHolds } from '../holds/live-holds.js';
import { storedAgent, wireAgent } from '../leads/agent-choice.js';
import { inBatches, livingLeads } from '../leads/batches.js';
import { assignedEvent, type Doer } from '../leads/lead.events.js';
import { leadView } from '../leads/lead.view.js';
import { withDerived } from '../leads/new-lead.js';
import { stamped } from '../leads/write-lead.js';
import { findUser } from '../users/find-users.js';
import { isFitForLeads } from './assignment.rules.js';
import { hadTurn } from './choose-agent.js';
import { letGoOfLeads } from './let-go.js';

/** What became of a bulk assignment: leads that changed hands or were the agent's already, and those that are gone. */
export interface Reassigned {
  assigned: number;
  unknown: number;
  agent_fullname: string | null;
}

interface Receiver {
  agent: AgentChoice;
  fullname: string | null;
  email: string | null;
}

async function receiverOf(ctx: LeadsContext, agent: AgentChoice): Promise<Receiver> {
  if (agent === 0) return { agent, fullname: null, email: null };
  const user = await findUser(ctx, agent);
  if (user === undefined || !isFitForLeads(user)) {
    throw invalidField('agent', 'Leads cannot be assigned to this user');
  }
  return { agent, fullname: user.fullname, email: user.email };
}

/**
 * Assigns many leads to one agent or to none (lead/reassign). One update each, from the version that was read; those
 * that somebody else changed meanwhile are read again. Whoever held or worked one and may not any more lets go of it.
 */
export async function reassignLeads(
  ctx: LeadsContext,
  doer: Doer,
  { agent, leads }: { agent: AgentChoice; leads: readonly string[] },
): Promise<Reassigned> {
  const receiver = await receiverOf(ctx, agent);
  const { done, unknown } = await inBatches(leads, (ids) => assignBatch(ctx, doer, ids, receiver));
  await hadTurn(ctx, agent);
  return { assigned: done, unknown, agent_fullname: receiver.fullname };
}

/** One round over a batch: answers how many are there and those that have to be tried again. */
async function assignBatch(
  ctx: LeadsContext,
  doer: Doer,
  ids: readonly Types.ObjectId[],
  { agent, fullname, email }: Receiver,
) {
  const now = ctx.clock.now();
  const found = await livingLeads(ctx, ids);
  const others = found.filter(({ user_id }) => wireAgent(user_id) !== agent);
  if (others.length === 0) return { found: found.length, raced: [] };

  const holds = await liveHolds(
    ctx,
    others.map(({ _id }) => _id),
  );
  const writes = others.map((lead) => {
    const after = withDerived(
      {
        ...lead,
        user_id: storedAgent(agent),
        agent_fullname: fullname,
        assigned_why: null,
      },
      ctx.carrierNames.of,
    );
    const { user_id, agent_fullname, assigned_why, list, changed_by, updatedAt } = stamped(after, doer, now);
    const view = leadView(
      { ...after, updatedAt, version: lead.version + 1 },
      { holder: holds.get(lead._id.toHexString()), agentEmail: email, now },
    );
    const event = assignedEvent({ doer, now, lead: view }, wireAgent(lead.user_id), 'bulk');
    const set = { user_id, agent_fullname, assigned_why, list, changed_by, updatedAt };
    return {
      updateOne: {
        filter: { _id: lead._id, version: lead.version },
        update: withEvents({ $set: set }, [event], now),
      },
    };
  });
  const { matchedCount } = await ctx.leads.bulkWrite(writes, { ordered: false });
  ctx.relay.wake('leads');
  await letGoOfLeads(
    ctx,
    doer,
    others.map(({ _id }) => _id.toHexString()),
  );
  // The store says how many were written and not which: whoever is not the agent's by now is tried again.
  const raced = matchedCount === writes.length ? [] : others.map(({ _id }) => _id);
  return { found: found.length, raced };
}
