import { Types } from 'mongoose';
import type { userPresenceChanged } from '@crm/contracts/bus/events.js';
import type { User } from '@crm/contracts/entities/user.js';
import type { StatedRecord } from '@crm/platform/projections/state-projection.js';
import type { z } from 'zod';
import type { TelephonyContext } from '../context.js';
import type { TelephonyUserDoc } from './user.model.js';

function statedUser(user: User): StatedRecord<TelephonyUserDoc> {
  const { role_id, fullname, subroles, states, team_id, banned, twilio_phone, voice_mail, version } = user;
  const { online, active, in_call, AD_Status } = user;
  return {
    id: new Types.ObjectId(user.id),
    parts: [
      {
        guard: 'version',
        sequence: version,
        set: { role_id, fullname, subroles, states, team_id, banned, twilio_phone, voice_mail },
      },
      { guard: 'presenceVersion', sequence: version, set: { online, active, in_call, AD_Status } },
    ],
  };
}

/** Saves users as auth tells of them; what is older than what stands changes nothing. */
export async function saveUsers(
  ctx: Pick<TelephonyContext, 'knownUsers' | 'staff'>,
  users: readonly User[],
): Promise<void> {
  await ctx.knownUsers.put(users.map(statedUser));
  ctx.staff.forget(users.map(({ id }) => id));
}

/** Saves who is reachable; an older presence changes nothing. Answers what it was before where it was not known yet. */
export function savePresence(
  ctx: Pick<TelephonyContext, 'knownUsers'>,
  {
    user_id,
    online,
    active,
    in_call,
    AD_status,
    away_reason,
  }: z.output<(typeof userPresenceChanged)['data']>,
  sequence: number,
): Promise<Partial<TelephonyUserDoc> | undefined> {
  return ctx.knownUsers.change(new Types.ObjectId(user_id), {
    guard: 'presenceVersion',
    sequence,
    set: { online, active, in_call, AD_Status: AD_status, away_reason },
  });
}

/** A user who is there and not banned, or undefined. */
export async function findUser(
  { users }: Pick<TelephonyContext, 'users'>,
  id: string,
): Promise<TelephonyUserDoc | undefined> {
  const user = await users.findOne({ _id: new Types.ObjectId(id), banned: 0 }).lean<TelephonyUserDoc>();
  return user ?? undefined;
}
