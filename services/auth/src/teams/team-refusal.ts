import { Types } from 'mongoose';
import { worksAsAgent, type RoleId } from '@crm/contracts/codes/roles.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { AuthContext } from '../context.js';

/** Why somebody of a role is in no team, by field. */
export const refusedTeam = (role: RoleId, team_id: string | null | undefined): Record<string, string> =>
  typeof team_id !== 'string' || worksAsAgent(role)
    ? {}
    : { team_id: 'Only agents and team leads are in teams' };

/** The same of a team that is to be there; `role` where it is known already. */
export async function teamRefusal(
  { models }: AuthContext,
  role: RoleId | undefined,
  team_id: string | null | undefined,
): Promise<Record<string, string>> {
  if (typeof team_id !== 'string') return {};
  const isThere = (await models.teams.exists(alive({ _id: new Types.ObjectId(team_id) }))) !== null;
  if (!isThere) return { team_id: 'This team does not exist any more' };
  return role === undefined ? {} : refusedTeam(role, team_id);
}
