import { agentRoles, roles } from '@crm/contracts/codes/roles.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { listAgents as allEndpoint } from '@crm/contracts/http/agents.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { licenceDenialReason, linesOf } from '@crm/contracts/licences/licence.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { AuthContext } from '../context.js';
import { userView, viewFields, type ViewedUser } from '../user/user.view.js';

type Agents = AnswerOf<typeof allEndpoint>;

/** All agents and guides by name, banned ones too: the list from which an admin picks whom to change. */
export async function listAgents({ models }: AuthContext): Promise<Agents> {
  const agents = await models.users
    .find({ role_id: { $in: [...agentRoles, roles.guide] } }, viewFields)
    .sort({ fullname_lower: 1 })
    .lean<ViewedUser[]>();
  return { agents: agents.map(userView) };
}

/**
 * Agents licensed today in every one of the states for a line that they sell, not banned and not kept from assignment, by name: who may be given a lead
 * there. No state named leaves out nobody for a licence.
 */
export async function listSuitableAgents(
  { models, clock }: AuthContext,
  states: readonly StateCode[],
): Promise<Agents> {
  const licensed = states.length === 0 ? {} : { states: { $all: [...states] } };
  const today = pacificDate(clock.now());
  const agents = await models.users
    .find({ role_id: { $in: agentRoles }, banned: 0, not_assign: 0, ...licensed }, viewFields)
    .sort({ fullname_lower: 1 })
    .lean<ViewedUser[]>();
  return {
    agents: agents
      .map(userView)
      .filter((agent) =>
        states.every((state) =>
          linesOf(agent.subroles).some(
            (line) => licenceDenialReason(agent, state, line, today) === undefined,
          ),
        ),
      ),
  };
}
