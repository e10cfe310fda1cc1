import type { Model, UpdateQuery } from 'mongoose';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';

/** A day of somebody, under `2026-11-20 66f0…`. */
interface DayOfUser {
  _id: string;
  day: string;
  user_id: string;
}

/**
 * Adds something to a day of somebody, unless it is counted in it: `unless` finds only a day that lacks it. Delivered again it
 * changes nothing.
 */
export async function countOnce<D extends DayOfUser>(
  days: Model<D>,
  { day, user_id, unless }: { day: string; user_id: string; unless: object },
  adding: UpdateQuery<D>,
): Promise<void> {
  const uncounted = { _id: `${day} ${user_id}`, ...unless };
  try {
    await days.updateOne(uncounted, { ...adding, $setOnInsert: { day, user_id } }, { upsert: true });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // The day is there: this is counted in it already, or another one made it at the same moment.
    await days.updateOne(uncounted, adding);
  }
}
