import { roles } from '@crm/contracts/codes/roles.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { teamOfLead as endpoint } from '@crm/contracts/http/agents.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';

/** The agents whose team a user leads. */
export async function teamOfLead(
  { models: { users } }: AuthContext,
  id: string,
): Promise<AnswerOf<typeof endpoint>> {
  const lead = await users
    .findOne({ _id: id, role_id: roles.teamLead }, { team_id: 1 })
    .lean<Pick<StoredUser, 'team_id'> | null>();
  if (typeof lead?.team_id !== 'string') return { user_ids: [] };
  const agents = await users
    .find({ team_id: lead.team_id, role_id: roles.agent }, { _id: 1 })
    .lean<Pick<StoredUser, '_id'>[]>();
  return { user_ids: agents.map(({ _id }) => _id.toHexString()) };
}
