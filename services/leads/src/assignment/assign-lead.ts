import { leadRowOf, type LeadRow } from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { forbidden, invalidField } from '@crm/platform/errors/app-error.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { storedAgent, wireAgent } from '../lead/agent-choice.js';
import { changeableLead, type Delivery } from '../lead/lead.access.js';
import { mayWork, refusalOfReceiver, refusalToGiveAway } from '../lead/lead.policy.js';
import { assignedEvent, type EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { withDerived } from '../lead/new-lead.js';
import { stamped, viewOf, writeLead } from '../lead/write-lead.js';
import { findUser } from '../users/find-users.js';
import { markAssigned } from './choose-agent.js';
import { releaseFormerUsers } from './release.js';

interface AssignInput extends Delivery {
  lead_id: string;
  agent: AgentChoice;
}

/** The name of whoever is to get the lead, null for nobody. Throws `invalid` where the choice is not fit for it. */
async function chosenName(
  ctx: LeadsContext,
  actor: EventActor,
  lead: LeadDoc,
  agent: AgentChoice,
): Promise<string | null> {
  if (agent === 0) return null;
  const user = await findUser(ctx, agent);
  const today = pacificDate(ctx.clock.now());
  const refusal = refusalOfReceiver(actor, user, { lead, today });
  if (user === undefined || refusal !== undefined) throw invalidField('agent', refusal ?? 'Unknown user');
  return user.fullname;
}

/**
 * Assigns one lead (assign-agent, lead.assign): an admin to anybody fit for it, the assigned agent to a suitable agent
 * or to none. Whoever loses it stops holding it and is free for another. Answers the lead's row, null where the actor may
 * not see it any more, and whose it is now. Held by somebody else: 423, an admin's too.
 */
export async function assignLead(
  ctx: LeadsContext,
  actor: EventActor,
  { lead_id, agent, delivery }: AssignInput,
): Promise<{ lead: LeadRow | null; agent_fullname: string | null }> {
  let after: LeadDoc | undefined;
  const lead = await retryOnConflict(async () => {
    const { lead: stored, hold, isRepeat } = await changeableLead(ctx, actor, lead_id, delivery);
    after = stored;
    if (isRepeat) return viewOf(ctx, stored);
    const from = wireAgent(stored.user_id);
    if (refusalToGiveAway(actor, stored, hold) !== undefined) throw forbidden();
    const agent_fullname = await chosenName(ctx, actor, stored, agent);
    if (agent === from) return viewOf(ctx, stored);

    after = withDerived(
      { ...stored, user_id: storedAgent(agent), agent_fullname, assigned_why: null },
      ctx.carrierNames.of,
    );
    return writeLead(ctx, actor, stored, {
      after: stamped(after, actor, ctx.clock.now(), delivery),
      events: (change) => [assignedEvent(change, from, 'manual')],
    });
  });
  await releaseFormerUsers(ctx, actor, [lead_id]);
  await markAssigned(ctx, agent);
  const maySee = after !== undefined && mayWork(actor, after);
  return { lead: maySee ? leadRowOf(lead) : null, agent_fullname: lead.agent_fullname };
}
