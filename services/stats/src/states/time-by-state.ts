import { Types, type PipelineStage } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import {
  countedState,
  type CountedState,
  type StatsFilters,
  type TimeByState,
} from '@crm/contracts/entities/stats.js';
import type { StatsContext } from '../context.js';
import { figureFilter } from '../filter/filter.rules.js';
import type { StatsUserDoc } from '../users/user.model.js';

type Sums = Record<CountedState, number>;

const inSeconds = (ms: number) => Math.round(ms / 1000);

/**
 * How long each agent and guide was in each state in a date range, by name. Whoever was in none has no row. Agents get
 * only their own row. Sources and types of a filter are about leads and change nothing here.
 */
export async function timeByState(
  { agentDays, users }: Pick<StatsContext, 'agentDays' | 'users'>,
  actor: Actor,
  filters: StatsFilters,
): Promise<TimeByState[]> {
  const { first, last, agents } = figureFilter(actor, filters);
  const pipeline: PipelineStage[] = [
    {
      $match: {
        day: { $gte: first, $lte: last },
        ...(agents === undefined ? {} : { user_id: { $in: [...agents] } }),
      },
    },
    {
      $group: {
        _id: '$user_id',
        ...Object.fromEntries(countedState.options.map((state) => [state, { $sum: `$ms.${state}` }])),
      },
    },
  ];
  const summed = await agentDays.aggregate<Sums & { _id: string }>(pipeline);
  const known = await users
    .find({ _id: { $in: summed.map(({ _id }) => new Types.ObjectId(_id)) } })
    .select({ fullname: 1 })
    .lean<Pick<StatsUserDoc, '_id' | 'fullname'>[]>();
  const names = new Map(known.map(({ _id, fullname }) => [_id.toHexString(), fullname]));
  return summed
    .map(({ _id, ...sums }): TimeByState => {
      const seconds = Object.fromEntries(
        countedState.options.map((state) => [state, inSeconds(sums[state])]),
      ) as Record<CountedState, number>;
      return { agent: names.get(_id) ?? '', agent_id: _id, seconds };
    })
    .sort((a, b) => a.agent.localeCompare(b.agent, 'en') || a.agent_id.localeCompare(b.agent_id));
}
