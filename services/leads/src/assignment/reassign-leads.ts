import type { Types } from 'mongoose';
import type { z } from 'zod';
import type { leftReason } from '@crm/contracts/http/leads.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { liveHoldOf } from '../lead/live-hold.js';
import { storedAgent, wireAgent } from '../lead/agent-choice.js';
import { inBatches, livingLeads } from '../lead/batches.js';
import { assignedEvent, type EventActor } from '../lead/lead.events.js';
import { refusalOfReceiver, refusalToGiveAway } from '../lead/lead.policy.js';
import { leadView } from '../lead/lead.view.js';
import { withDerived } from '../lead/new-lead.js';
import { stamped } from '../lead/write-lead.js';
import { licenceDenialOf } from '../users/candidate.rules.js';
import { findUser } from '../users/find-users.js';
import type { LeadUserDoc } from '../users/user.model.js';
import { markAssigned } from './choose-agent.js';
import { releaseFormerUsers } from './release.js';

/** Why a lead of a bulk assignment was left; of a missing licence with the sentence that names it. */
export interface LeftLead {
  lead_id: string;
  reason: z.infer<typeof leftReason>;
  sentence?: string;
}

/** What became of a bulk assignment: leads that changed hands or were the agent's already, and those that were left. */
export interface Reassigned {
  assigned: number;
  left: LeftLead[];
  agent_fullname: string | null;
}

interface Receiver {
  agent: AgentChoice;
  /** Undefined for nobody. */
  user: LeadUserDoc | undefined;
  fullname: string | null;
  email: string | null;
}

type Leave = (leadId: string, reason: LeftLead['reason'], sentence?: string) => void;

async function receiverOf(ctx: LeadsContext, actor: EventActor, agent: AgentChoice): Promise<Receiver> {
  if (agent === 0) return { agent, user: undefined, fullname: null, email: null };
  const user = await findUser(ctx, agent);
  const refusal = refusalOfReceiver(actor, user);
  if (user === undefined || refusal !== undefined) throw invalidField('agent', refusal ?? 'Unknown user');
  return { agent, user, fullname: user.fullname, email: user.email };
}

/**
 * Assigns many leads to one agent or to none (lead/reassign), by the rules of one (assignLead): one that somebody else
 * has open is left, and one that the agent holds no licence for. One update each, from the version that was read; those that somebody else changed meanwhile are read
 * and decided anew. Whoever worked one and may not any more releases it.
 */
export async function reassignLeads(
  ctx: LeadsContext,
  actor: EventActor,
  { agent, leads }: { agent: AgentChoice; leads: readonly string[] },
): Promise<Reassigned> {
  const receiver = await receiverOf(ctx, actor, agent);
  const left = new Map<string, LeftLead>();
  const leave: Leave = (lead_id, reason, sentence) => {
    left.set(lead_id, { lead_id, reason, ...(sentence === undefined ? {} : { sentence }) });
  };
  const { done, changing } = await inBatches(leads, (ids) => assignBatch(ctx, actor, ids, receiver, leave));
  for (const id of changing) leave(id, 'changing');
  if (done > 0) await markAssigned(ctx, agent);
  return { assigned: done, left: [...left.values()], agent_fullname: receiver.fullname };
}

/** One round over a batch: answers how many are the agent's now, and those that have to be tried again. */
async function assignBatch(
  ctx: LeadsContext,
  actor: EventActor,
  ids: readonly Types.ObjectId[],
  { agent, user, fullname, email }: Receiver,
  leave: Leave,
) {
  const now = ctx.clock.now();
  const today = pacificDate(now);
  const found = await livingLeads(ctx, ids);
  const isThere = new Set(found.map(({ _id }) => _id.toHexString()));
  for (const id of ids) if (!isThere.has(id.toHexString())) leave(id.toHexString(), 'not_found');
  const others = found.filter((lead) => {
    if (wireAgent(lead.user_id) === agent) return false;
    const refusal = refusalToGiveAway(actor, lead, liveHoldOf(lead, now));
    if (refusal !== undefined) {
      leave(lead._id.toHexString(), refusal === 'held' ? 'held' : 'not_found');
      return false;
    }
    const denied = user && licenceDenialOf(user, lead, today);
    if (denied !== undefined) leave(lead._id.toHexString(), 'licence', denied);
    return denied === undefined;
  });
  const already = found.filter(({ user_id }) => wireAgent(user_id) === agent).length;
  if (others.length === 0) return { done: already, raced: [] };

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
    const { user_id, agent_fullname, assigned_why, list, changed_by, updatedAt } = stamped(after, actor, now);
    const view = leadView({ ...after, updatedAt, version: lead.version + 1 }, { agentEmail: email, now });
    const event = assignedEvent({ actor, now, lead: view }, wireAgent(lead.user_id), 'bulk');
    const set = { user_id, agent_fullname, assigned_why, list, changed_by, updatedAt };
    return {
      updateOne: {
        filter: alive({ _id: lead._id, version: lead.version }),
        update: withEvents({ $set: set }, [event], now),
      },
    };
  });
  const { matchedCount } = await ctx.leads.bulkWrite(writes, { ordered: false });
  await releaseFormerUsers(
    ctx,
    actor,
    others.map(({ _id }) => _id.toHexString()),
  );
  // The store says how many were written and not which: where it was not all, each is looked at anew, and those that
  // are the agent's by then count with that round.
  return matchedCount === writes.length
    ? { done: already + matchedCount, raced: [] }
    : { done: already, raced: others.map(({ _id }) => _id) };
}
