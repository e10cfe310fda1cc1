import type { Model, mongo, Types } from 'mongoose';
import { joinedWrites } from '@crm/platform/mongo/joined-writes.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';

/** A day of somebody, under `2026-11-20 66f0…`. */
interface DayOfUser {
  _id: string;
  day: string;
  user_id: string;
  /** By what the things that are counted are told apart: each day has one of these. */
  begins?: number[];
  counted?: Types.ObjectId[];
}

/** Something that is added to a day of somebody: `unless` finds only a day in which it is not counted. */
export interface Counted {
  day: string;
  user_id: string;
  unless: Pick<mongo.Filter<DayOfUser>, 'begins' | 'counted'>;
  adding: Pick<mongo.UpdateFilter<DayOfUser>, '$push'> & { $inc: Readonly<Record<string, number>> };
}

/** Adds things to days, each unless it is counted. */
export type CountOnce = (counted: readonly Counted[]) => Promise<void>;

/** Adds what comes at the same time by one write. Delivered again it changes nothing. */
export function countOnce(model: Pick<Model<unknown>, 'db' | 'collection'>): CountOnce {
  const days = nativeCollection<DayOfUser>(model);
  const writeOf = ({ day, user_id, unless, adding }: Counted) => ({
    filter: { ...unless, _id: `${day} ${user_id}` },
    update: adding,
    made: { ...adding, $setOnInsert: { day, user_id } },
  });

  async function countAlone(counted: Counted): Promise<void> {
    const { filter, update, made } = writeOf(counted);
    try {
      await days.updateOne(filter, made, { upsert: true });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // The day is there: this is counted in it already, or another one made it at the same moment.
      await days.updateOne(filter, update);
    }
  }

  return joinedWrites<Counted>(async (counted) => {
    const [only, ...others] = counted;
    if (only === undefined) return;
    if (others.length === 0) return countAlone(only);
    // Where one of them is counted already this throws, and each is counted by itself.
    const writes = counted.map(writeOf);
    await days.bulkWrite(
      writes.map(({ filter, made }) => ({ updateOne: { filter, update: made, upsert: true } })),
    );
  });
}
