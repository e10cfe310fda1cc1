import { performance } from 'node:perf_hooks';
import { Types, type Model } from 'mongoose';
import { onOwnWrites } from '@crm/platform/mongo/own-writes.js';
import type { LeadUserDoc } from './user.model.js';

const fields = {
  fname: 1,
  lname: 1,
  fullname: 1,
  email: 1,
  role_id: 1,
  subroles: 1,
  licences: 1,
  banned: 1,
} as const satisfies Partial<Record<keyof LeadUserDoc, 1>>;

/** A user at the moment of reading, with whether they may do anything at all. */
export type UserReadAnew = Pick<LeadUserDoc, '_id' | keyof typeof fields>;

/** What is shown of users, what they act as, and their licences. */
export type UserAtHand = Omit<UserReadAnew, 'banned'>;

/** What the parts of one answer, and the messages of one call, ask about the same people. Never whether they are banned. */
export interface UsersAtHand {
  /** Those of some users that are known here, by id. */
  of(ids: readonly (string | Types.ObjectId)[]): Promise<ReadonlyMap<string, UserAtHand>>;
  /** One as the store has them now, for what a ban must end at once; at hand from then on for whoever asks the other way. */
  readAnew(id: string): Promise<UserReadAnew | undefined>;
}

/** What another process was told of a user is unknown here for no longer than this. */
export const usersKeptMs = 1_000;

interface Known {
  at: number;
  user: Promise<UserReadAnew | undefined>;
}

/** Reads each user once for all who ask within a second; what this process writes of them is known at once. */
export function createUsersAtHand(
  model: Pick<Model<LeadUserDoc>, 'db' | 'collection' | 'find'>,
  steady = () => performance.now(),
): UsersAtHand {
  const known = new Map<string, Known>();
  // What is read while a write is under way may be from before it.
  for (const moment of ['operation-start', 'operation-end'] as const)
    onOwnWrites(model.db, moment, (collection) => {
      if (collection === model.collection.collectionName) known.clear();
    });

  async function read(ids: readonly string[]): Promise<ReadonlyMap<string, UserReadAnew>> {
    const _id = { $in: ids.map((id) => new Types.ObjectId(id)) };
    const users = await model.find({ _id }, fields).lean<UserReadAnew[]>();
    return new Map(users.map((user) => [user._id.toHexString(), user]));
  }

  function begin(ids: readonly string[], at: number): void {
    const reading = read(ids);
    for (const id of ids) {
      const begun: Known = { at, user: reading.then((found) => found.get(id)) };
      known.set(id, begun);
      // What could not be read is asked for again; whoever waits for it learns why.
      begun.user.catch(() => {
        if (known.get(id) === begun) known.delete(id);
      });
    }
  }

  return {
    of: async (asked) => {
      const ids = [...new Set(asked.map(String))];
      const now = steady();
      for (const [id, { at }] of known) if (now - at > usersKeptMs) known.delete(id);
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) begin(unknown, now);
      const users = await Promise.all(ids.flatMap((id) => known.get(id)?.user ?? []));
      return new Map(users.flatMap((user) => (user === undefined ? [] : [[user._id.toHexString(), user]])));
    },
    readAnew: async (id) => {
      begin([id], steady());
      return known.get(id)?.user;
    },
  };
}
