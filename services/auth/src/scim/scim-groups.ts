import { Types } from 'mongoose';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { listScimGroups, patchScimGroup, ScimGroup } from '@crm/contracts/http/scim.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { lowered } from '../user/user.rules.js';
import { pageOf, readFilter } from './filter.rules.js';
import { groupsOf, type RoleGroup } from './members.rules.js';
import { patchMembers } from './patch.rules.js';
import type { ScimCaller } from './scim-caller.js';
import { ScimRefusal } from './scim-refusal.js';
import { scimGroupView, scimList, type ScimViewed } from './scim.view.js';
import { changeUserByScim, knownTo } from './scim-users.js';

type Query = InputOf<typeof listScimGroups>['query'];
type Member = Pick<ScimViewed, '_id' | 'fullname'>;

const membersOf = ({ models }: AuthContext, { provider }: ScimCaller, group: RoleGroup): Promise<Member[]> =>
  models.users
    .find({ $and: [{ 'scim.groups': group.displayName }, knownTo(provider)] }, { fullname: 1 })
    .sort({ _id: 1 })
    .lean<Member[]>();

const wantsMembers = ({ excludedAttributes = '' }: Query) =>
  !excludedAttributes.split(',').some((each) => lowered(each) === 'members');

async function viewOf(
  ctx: AuthContext,
  caller: ScimCaller,
  group: RoleGroup,
  query: Query,
  base: string,
): Promise<ScimGroup> {
  const members = wantsMembers(query) ? await membersOf(ctx, caller, group) : undefined;
  return scimGroupView(group, members, base);
}

/** The groups that give a role. */
export async function listGroups(
  ctx: AuthContext,
  caller: ScimCaller,
  query: Query,
  base: string,
): Promise<AnswerOf<typeof listScimGroups>> {
  const filter = readFilter(query.filter, ['displayName', 'id']);
  const found = groupsOf(caller.provider.roles).filter(
    ({ id, displayName }) =>
      filter === undefined ||
      (filter.attribute === 'id' ? id === filter.value : lowered(displayName) === lowered(filter.value)),
  );
  const { startIndex, count } = pageOf(query, found.length);
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  const views = await Promise.all(page.map((group) => viewOf(ctx, caller, group, query, base)));
  return scimList(views, startIndex, found.length);
}

function groupOf({ provider }: ScimCaller, id: string): RoleGroup {
  const group = groupsOf(provider.roles).find((each) => each.id === id);
  if (group === undefined) throw notFound('Group');
  return group;
}

/** One group. Throws `not_found`. */
export const readGroup = async (
  ctx: AuthContext,
  caller: ScimCaller,
  id: string,
  query: Query,
  base: string,
): Promise<ScimGroup> => viewOf(ctx, caller, groupOf(caller, id), query, base);

/** Changes who is in a group: the role of each follows, one after the other. Throws `not_found`, and what a change throws. */
export async function patchGroup(
  ctx: AuthContext,
  caller: ScimCaller,
  id: string,
  { Operations }: InputOf<typeof patchScimGroup>['body'],
): Promise<void> {
  const group = groupOf(caller, id);
  const { displayName } = group;
  const before = (await membersOf(ctx, caller, group)).map(({ _id }) => _id.toHexString());
  const after = patchMembers({ displayName, members: before }, Operations);
  const wrong = after.find((each) => !/^[0-9a-f]{24}$/.test(each));
  if (wrong !== undefined) throw new ScimRefusal('invalidValue', `There is no user ${wrong}`);
  const joining = after.filter((each) => !before.includes(each));
  await requireUsers(ctx, caller, joining);
  for (const member of joining) {
    auditSubject(`user/${member}`);
    await changeUserByScim(ctx, caller, member, (_user, scim) => ({
      scim: { ...scim, groups: [...new Set([...scim.groups, displayName])], needs_group: true },
    }));
  }
  for (const member of before.filter((each) => !after.includes(each))) {
    auditSubject(`user/${member}`);
    await changeUserByScim(ctx, caller, member, (_user, scim) => ({
      scim: { ...scim, groups: scim.groups.filter((each) => each !== displayName) },
    }));
  }
}

/** Throws `invalidValue` where one of these is no account of the provider: then nobody joins. */
async function requireUsers(
  { models }: AuthContext,
  { provider }: ScimCaller,
  ids: readonly string[],
): Promise<void> {
  const _id = { $in: ids.map((id) => new Types.ObjectId(id)) };
  const found = await models.users.countDocuments({ $and: [{ _id }, knownTo(provider)] });
  if (found !== ids.length) throw new ScimRefusal('invalidValue', 'A member is not a user of this provider');
}
