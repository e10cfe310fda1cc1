import { countedState } from '@crm/contracts/entities/stats.js';
import type { StateInterval } from '@crm/contracts/entities/agent-state.js';
import type { StatsContext } from '../context.js';
import { countOnce } from './count-once.js';
import { daysOfInterval } from './days-of-interval.rules.js';

/** Adds a state that was left to the days on which it falls. Delivered again it changes nothing. Offline is no work. */
export async function countInterval(
  { agentDays }: Pick<StatsContext, 'agentDays'>,
  { user_id, state, from, to }: StateInterval,
): Promise<void> {
  const counted = countedState.safeParse(state);
  if (!counted.success) return;
  for (const { day, begins, ms } of daysOfInterval(new Date(from), new Date(to))) {
    await countOnce(
      agentDays,
      { day, user_id, unless: { begins: { $ne: begins } } },
      { $inc: { [`ms.${counted.data}`]: ms }, $push: { begins } },
    );
  }
}
