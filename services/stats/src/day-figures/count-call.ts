import { Types } from 'mongoose';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { StatsContext } from '../context.js';

/** A call that ended, of one of those who took part in it. */
interface EndedCall {
  call_id: string;
  user_id: string;
  /** Seconds of talk. */
  duration: number;
  endedAt: Date;
}

/** Adds a call to the day on which it ended. Delivered again it changes nothing. */
export async function countCall(
  { callDays }: Pick<StatsContext, 'callDays'>,
  { call_id, user_id, duration, endedAt }: EndedCall,
): Promise<void> {
  const day = pacificDate(endedAt);
  const call = new Types.ObjectId(call_id);
  const unlessCounted = { _id: `${day} ${user_id}`, counted: { $ne: call } };
  const adding = {
    $inc: { calls: 1, contacts: duration > 0 ? 1 : 0, talk_seconds: duration },
    $push: { counted: call },
  };
  try {
    await callDays.updateOne(unlessCounted, { ...adding, $setOnInsert: { day, user_id } }, { upsert: true });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // The day is there: this is counted in it already, or another one made it at the same moment.
    await callDays.updateOne(unlessCounted, adding);
  }
}
