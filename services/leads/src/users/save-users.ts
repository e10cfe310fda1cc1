import { Types } from 'mongoose';
import type { User } from '@crm/contracts/entities/user.js';
import type { Flag } from '@crm/contracts/ids.js';
import type { StatedRecord } from '@crm/platform/projections/state-projection.js';
import type { LeadsContext } from '../context.js';
import type { LeadUserDoc } from './user.model.js';

function statedUser(user: User, isRenaming: boolean): StatedRecord<LeadUserDoc> {
  const { role_id, fname, lname, fullname, email, subroles, states, licences } = user;
  const { team_id, banned, not_assign, online, in_call, version } = user;
  const set = {
    role_id,
    fname,
    lname,
    fullname,
    sortName: fullname.trim().toLowerCase(),
    email,
    subroles,
    states,
    licences,
    team_id,
    banned,
    not_assign,
    ...(isRenaming ? { isRenaming } : {}),
  };
  return {
    id: new Types.ObjectId(user.id),
    parts: [
      { guard: 'version', sequence: version, set },
      { guard: 'presenceVersion', sequence: version, set: { online, in_call } },
    ],
  };
}

/**
 * Saves users as auth tells of them; what is older than what stands changes nothing. A new name is marked in the same
 * write: where the process dies before their leads follow, the second delivery finds the mark. Answers whose leads bear a
 * former name.
 */
export async function saveUsers(ctx: LeadsContext, users: readonly User[]): Promise<Types.ObjectId[]> {
  const before = await ctx.users
    .find({ _id: { $in: users.map(({ id }) => new Types.ObjectId(id)) } })
    .select({ fullname: 1, version: 1, isRenaming: 1 })
    .lean<Pick<LeadUserDoc, '_id' | 'fullname' | 'version' | 'isRenaming'>[]>();
  const known = new Map(before.map((user) => [user._id.toHexString(), user]));
  const isRenamed = ({ id, fullname, version }: User) => {
    const was = known.get(id);
    return (
      was !== undefined && (was.isRenaming === true || (was.version <= version && was.fullname !== fullname))
    );
  };
  await ctx.knownUsers.put(users.map((user) => statedUser(user, isRenamed(user))));
  ctx.licencesAtHand.forget(users.map(({ id }) => id));
  return users.filter(isRenamed).map(({ id }) => new Types.ObjectId(id));
}

/** Saves who is reachable; an older presence changes nothing. */
export async function savePresence(
  ctx: Pick<LeadsContext, 'knownUsers'>,
  userId: string,
  { online, in_call }: { online: Flag; in_call: Flag },
  sequence: number,
): Promise<void> {
  await ctx.knownUsers.note(new Types.ObjectId(userId), {
    guard: 'presenceVersion',
    sequence,
    set: { online, in_call },
  });
}
