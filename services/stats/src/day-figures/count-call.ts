import { Types } from 'mongoose';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { StatsContext } from '../context.js';
import { countOnce } from '../states/count-once.js';

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
  const call = new Types.ObjectId(call_id);
  await countOnce(
    callDays,
    { day: pacificDate(endedAt), user_id, unless: { counted: { $ne: call } } },
    {
      $inc: { calls: 1, contacts: duration > 0 ? 1 : 0, talk_seconds: duration },
      $push: { counted: call },
    },
  );
}
