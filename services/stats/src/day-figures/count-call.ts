import { Types } from 'mongoose';
import { pacificDate } from '@crm/contracts/time/pacific.js';
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
  { countInCallDays }: Pick<StatsContext, 'countInCallDays'>,
  { call_id, user_id, duration, endedAt }: EndedCall,
): Promise<void> {
  const call = new Types.ObjectId(call_id);
  await countInCallDays([
    {
      ...{ day: pacificDate(endedAt), user_id, unless: { counted: { $ne: call } } },
      adding: {
        $inc: { calls: 1, contacts: duration > 0 ? 1 : 0, talk_seconds: duration },
        $push: { counted: call },
      },
    },
  ]);
}
