import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { withTeam } from '@crm/domain/users/with-team.js';
import type { FollowupsContext } from '../context.js';
import type { OwnerDoc } from './owner.model.js';

/** Saves users from auth; older versions are ignored. */
export function saveUsers(ctx: Pick<FollowupsContext, 'knownUsers'>, users: readonly User[]): Promise<void> {
  return ctx.knownUsers.put(
    users.map(({ id, role_id, subroles, fullname, team_id, banned, version }) => ({
      id: new Types.ObjectId(id),
      parts: [{ guard: 'version', sequence: version, set: { role_id, subroles, fullname, team_id, banned } }],
    })),
  );
}

/** An existing user who is not banned, with their rights; undefined if there is none. */
export async function findOwner(
  { users }: Pick<FollowupsContext, 'users'>,
  id: string | Types.ObjectId,
): Promise<Actor | undefined> {
  const user = await users.findOne({ _id: new Types.ObjectId(id), banned: 0 }).lean<OwnerDoc>();
  if (user === null) return undefined;
  const { _id, role_id: role, subroles, fullname } = user;
  return withTeam(users, { id: _id.toHexString(), role, subroles, fullname });
}

/** The names of users by id, including banned ones. */
export async function namesOf(
  { users }: Pick<FollowupsContext, 'users'>,
  ids: readonly Types.ObjectId[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const known = await users
    .find({ _id: { $in: [...ids] } })
    .select({ fullname: 1 })
    .lean<Pick<OwnerDoc, '_id' | 'fullname'>[]>();
  return new Map(known.map(({ _id, fullname }) => [_id.toHexString(), fullname]));
}
