import { subroleFor, typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { agentRoles } from '@crm/contracts/codes/roles.js';
import { licenceDenialReason, linesOf } from '@crm/contracts/licences/licence.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { LeadsContext } from '../context.js';
import type { LeadUserDoc } from '../users/user.model.js';

/**
 * Who may take a call from a state: agents with a valid licence there, for the type where it is known, who may be given leads and
 * are online, or will be
 * after the call that they are in. The one who waited longest first.
 */
export async function suitableAgents(
  ctx: LeadsContext,
  { state, type_id }: { state: StateCode; type_id: TypeId | null },
): Promise<string[]> {
  const agents = await ctx.users
    .find({
      role_id: { $in: agentRoles },
      banned: 0,
      not_assign: 0,
      $or: [{ online: 1 }, { in_call: 1 }],
      states: state,
      ...(type_id === null ? {} : { subroles: subroleFor[type_id] }),
    })
    .lean<LeadUserDoc[]>();
  const today = pacificDate(ctx.clock.now());
  const isLicensed = ({ role_id, fullname, subroles, licences = [] }: LeadUserDoc) =>
    (type_id === null ? linesOf(subroles) : [typeNameOf[type_id]]).some(
      (line) => licenceDenialReason({ role_id, fullname, licences }, state, line, today) === undefined,
    );
  const waitingSince = ({ given_at }: LeadUserDoc) => given_at?.getTime() ?? 0;
  return agents
    .filter(isLicensed)
    .map((agent) => ({ id: agent._id.toHexString(), since: waitingSince(agent) }))
    .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}
