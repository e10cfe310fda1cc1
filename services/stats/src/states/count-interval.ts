import { countedState } from '@crm/contracts/entities/stats.js';
import type { StateInterval } from '@crm/contracts/entities/agent-state.js';
import type { StatsContext } from '../context.js';
import { daysOfInterval } from './days-of-interval.rules.js';

/** Adds a state that was left to the days on which it falls. Delivered again it changes nothing. Offline is no work. */
export async function countInterval(
  { countInAgentDays }: Pick<StatsContext, 'countInAgentDays'>,
  { user_id, state, from, to }: StateInterval,
): Promise<void> {
  const counted = countedState.safeParse(state);
  if (!counted.success) return;
  const parts = daysOfInterval(new Date(from), new Date(to));
  await Promise.all(
    parts.map(({ day, begins, ms }) =>
      countInAgentDays([
        {
          ...{ day, user_id, unless: { begins: { $ne: begins } } },
          adding: { $inc: { [`ms.${counted.data}`]: ms }, $push: { begins } },
        },
      ]),
    ),
  );
}
