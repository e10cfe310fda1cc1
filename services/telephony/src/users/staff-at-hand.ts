import { performance } from 'node:perf_hooks';
import type { Model, Types } from 'mongoose';
import type { TelephonyUserDoc } from './user.model.js';

/** What hardly ever changes of a user, banned or not. Never what they may. */
export type StaffMember = Pick<TelephonyUserDoc, '_id' | 'fullname' | 'role_id'>;

const fields = { fullname: 1, role_id: 1 } satisfies Record<keyof Omit<StaffMember, '_id'>, 1>;

/** Users' names and roles, which each call asks for several times. */
export interface StaffAtHand {
  /** As it was five minutes ago at most, undefined for whoever is unknown; what this process saves of a user is known at once. */
  get(id: string | Types.ObjectId): Promise<StaffMember | undefined>;
  forget(ids: readonly string[]): void;
}

const keptMs = 5 * 60_000;
/** More than work at a time in a large office. */
const maxKept = 5_000;

/** Names and roles as a service keeps them at hand; `steady` is milliseconds of a clock that nobody sets. */
export function createStaffAtHand(
  users: Pick<Model<TelephonyUserDoc>, 'findById'>,
  steady = () => performance.now(),
): StaffAtHand {
  const known = new Map<string, { at: number; user: StaffMember }>();
  let forgotten = 0;
  const keep = ({ _id, fullname, role_id }: StaffMember) => {
    const id = _id.toHexString();
    known.delete(id);
    known.set(id, { at: steady(), user: { _id, fullname, role_id } });
    // A map keeps the order of adding: the first is the one that was read longest ago.
    const [oldest] = known.keys();
    if (known.size > maxKept && oldest !== undefined) known.delete(oldest);
  };
  return {
    get: async (id) => {
      const found = known.get(String(id));
      if (found !== undefined && steady() - found.at < keptMs) return found.user;
      const before = forgotten;
      const user = await users.findById(id, fields).lean<StaffMember>();
      if (user === null) return undefined;
      // What is read while a write is under way may be from before it.
      if (forgotten === before) keep(user);
      return user;
    },
    forget: (ids) => {
      forgotten += 1;
      for (const id of ids) known.delete(id);
    },
  };
}
