import type { Types } from 'mongoose';
import type { TelephonyContext } from '../context.js';
import type { TelephonyUserDoc } from './user.model.js';

/** The names of users by id, banned ones too; of nobody (null) there is none. */
export async function namesOf(
  { users }: Pick<TelephonyContext, 'users'>,
  ids: readonly (Types.ObjectId | null)[],
): Promise<ReadonlyMap<string, string>> {
  const each = new Map(ids.flatMap((id) => (id === null ? [] : [[id.toHexString(), id] as const])));
  if (each.size === 0) return new Map();
  const known = await users
    .find({ _id: { $in: [...each.values()] } }, { fullname: 1 })
    .lean<Pick<TelephonyUserDoc, '_id' | 'fullname'>[]>();
  return new Map(known.map(({ _id, fullname }) => [_id.toHexString(), fullname]));
}
