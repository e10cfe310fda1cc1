import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { teams, type Team } from '@crm/contracts/resources/team.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import type { Route } from '@crm/platform/http/mount-endpoint.js';
import { changeRecord, createRecord, removeRecord, type Source } from '@crm/platform/resources/records.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import { recordOf } from '@crm/platform/resources/stored-record.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';
import { storedTeams, type TeamDoc } from './team.model.js';

type TeamRecord = z.input<typeof teams.record>;
type Member = Pick<StoredUser, 'team_id' | 'role_id' | 'fullname'>;

/** Teams with who is in them, read once for all. */
async function withMembers({ models }: AuthContext, records: readonly TeamRecord[]): Promise<TeamRecord[]> {
  const members = await models.users
    .find({ team_id: { $in: records.map(({ id }) => id) } }, { team_id: 1, role_id: 1, fullname: 1 })
    .sort({ fullname_lower: 1 })
    .lean<Member[]>();
  return records.map((record) => {
    const own = members.filter(({ team_id }) => team_id === record.id);
    const leads = own.filter(({ role_id }) => role_id === roles.teamLead);
    return {
      ...record,
      leads: leads.map(({ fullname }) => fullname).join(', '),
      agents: own.length - leads.length,
    };
  });
}

/** Deletes a team that nobody is in any more. Whoever is put into it at the same moment is in no team. */
async function removeTeam(ctx: AuthContext, actor: Actor, id: string): Promise<Team> {
  if ((await ctx.models.users.exists({ team_id: id })) !== null)
    throw invalid({}, 'Move the people of this team to another one first');
  return teams.record.parse(await removeRecord(storedTeams(ctx), actor, id));
}

/** The calls of teams. */
export function teamRoutes(ctx: AuthContext): Route[] {
  const stored = storedTeams(ctx);
  const viewed = async (record: TeamRecord): Promise<TeamRecord> =>
    (await withMembers(ctx, [record])).at(0) ?? record;
  const source: Source<typeof teams.fields, TeamDoc> = {
    resource: teams,
    model: ctx.models.teams,
    view: (doc) => recordOf(teams, doc),
    views: (docs) =>
      withMembers(
        ctx,
        docs.map((doc) => recordOf(teams, doc)),
      ),
  };
  return resourceRoutes(source, {
    create: (actor, given) => createRecord(stored, actor, given, {}),
    change: async (actor, id, change) => viewed(await changeRecord(stored, actor, id, change)),
    remove: (actor, id) => removeTeam(ctx, actor, id),
  });
}
