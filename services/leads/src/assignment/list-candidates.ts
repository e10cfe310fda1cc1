import { agentRoles, roles } from '@crm/contracts/codes/roles.js';
import { seesAll, seesOf, supervises, type Actor } from '@crm/contracts/access.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { AgentChoice, Flag } from '@crm/contracts/ids.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import type { LeadUserDoc } from '../users/user.model.js';
import { findUser } from '../users/find-users.js';
import { isSuitable } from '../users/candidate.rules.js';

/** Whoever leads could belong to, by name. */
function owners(ctx: LeadsContext): Promise<LeadUserDoc[]> {
  return ctx.users
    .find({ role_id: { $in: [...agentRoles, roles.guide] } })
    .sort({ sortName: 1, _id: 1 })
    .lean<LeadUserDoc[]>();
}

const withoutAgent = { id: 0, fullname: 'Without agent', email: '', role_id: roles.agent } as const;

/** Whether somebody gives leads to a user: a team lead to those of the team alone. */
const isOffered = (actor: Actor, { _id }: LeadUserDoc) =>
  actor.role !== roles.teamLead || seesOf(actor, _id.toHexString());

/** The agents that a lead could go to (rule L30: suitable agents, by e-mail). */
export async function listLeadAgents(
  ctx: LeadsContext,
  actor: Actor,
  leadId: string,
): Promise<{ id: string; fullname: string; email: string }[]> {
  const { lead } = await workableLead(ctx, actor, leadId);
  const users = await owners(ctx);
  const today = pacificDate(ctx.clock.now());
  return users
    .filter((user) => isSuitable(user, lead, today) && isOffered(actor, user))
    .map(({ _id, fullname, email }) => ({ id: _id.toHexString(), fullname, email }));
}

/**
 * The choices of the agent filter and of bulk assignment: 'Without agent' first, then agents and guides by name, the
 * banned ones marked: they keep the leads they have and get no new ones. A team lead sees the team, an agent the own row.
 */
export async function listAssignees(
  ctx: LeadsContext,
  actor: Actor,
): Promise<{ id: AgentChoice; fullname: string; email: string; role_id: number; banned?: Flag }[]> {
  if (!seesAll(actor) && !supervises(actor)) {
    const own = await findUser(ctx, actor.id);
    return [{ id: actor.id, fullname: actor.fullname, email: own?.email ?? '', role_id: actor.role }];
  }
  const users = (await owners(ctx)).filter((user) => isOffered(actor, user));
  return [
    ...(seesAll(actor) ? [withoutAgent] : []),
    ...users.map(({ _id, fullname, email, role_id, banned }) => ({
      id: _id.toHexString(),
      fullname,
      email,
      role_id,
      banned,
    })),
  ];
}
