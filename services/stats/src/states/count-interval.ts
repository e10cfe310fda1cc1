import { countedState } from '@crm/contracts/entities/stats.js';
import type { StateInterval } from '@crm/contracts/entities/agent-state.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { StatsContext } from '../context.js';
import { daysOfInterval } from './days-of-interval.rules.js';

/** Adds a state that was left to the days on which it falls. Delivered again it changes nothing. Offline is no work. */
export async function countInterval(
  { agentDays }: Pick<StatsContext, 'agentDays'>,
  { user_id, state, from, to }: StateInterval,
): Promise<void> {
  const counted = countedState.safeParse(state);
  if (!counted.success) return;
  for (const { day, begins, ms } of daysOfInterval(new Date(from), new Date(to))) {
    const unlessCounted = { _id: `${day} ${user_id}`, begins: { $ne: begins } };
    const adding = { $inc: { [`ms.${counted.data}`]: ms }, $push: { begins } };
    try {
      await agentDays.updateOne(
        unlessCounted,
        { ...adding, $setOnInsert: { day, user_id } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // The day is there: this is counted in it already, or another one made it at the same moment.
      await agentDays.updateOne(unlessCounted, adding);
    }
  }
}
