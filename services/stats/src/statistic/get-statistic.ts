import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { agentRoles } from '@crm/contracts/codes/roles.js';
import type {
  StatisticRow,
  StatisticSort,
  StatisticTotals,
  StatsFilters,
} from '@crm/contracts/entities/stats.js';
import { countMatching } from '@crm/platform/mongo/count-matching.js';
import type { StatsContext } from '../context.js';
import { readLines } from '../months/read-lines.js';
import type { StatsUserDoc } from '../users/user.model.js';
import { countFigures } from './count-figures.js';
import { figuresOf, nothing, sortedRows, together } from './figures.rules.js';
import { figureFilter, heldBy, type FigureFilter } from '../filter/filter.rules.js';

export const withoutAgent = 'Without agent';

/** Every agent has a row; others (guides, admins, banned users) only if something counts for them. */
async function whoseRows(
  { users }: Pick<StatsContext, 'users'>,
  { agents }: FigureFilter,
  counted: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const named = agents ?? counted;
  const ids = named.filter((id) => id !== '').map((id) => new Types.ObjectId(id));
  const known = await users
    .find({
      $or: [
        { _id: { $in: ids } },
        ...(agents === undefined ? [{ role_id: { $in: agentRoles }, banned: 0 as const }] : []),
      ],
    })
    .select({ fullname: 1 })
    .lean<Pick<StatsUserDoc, '_id' | 'fullname'>[]>();
  const names = new Map(known.map(({ _id, fullname }) => [_id.toHexString(), fullname]));
  const everyId = new Set([...named, ...names.keys()]);
  return [...everyId].map((id) => ({ id, name: id === '' ? withoutAgent : (names.get(id) ?? '') }));
}

/**
 * The figures of every agent that matches a filter, sorted, with totals (deploy/docs/statistics.md). There are at
 * most hundreds of agents. Agents get only their own row.
 */
export async function getStatistic(
  ctx: Pick<StatsContext, 'sets' | 'users'>,
  actor: Actor,
  { filters, sort }: { filters: StatsFilters; sort?: StatisticSort | undefined },
): Promise<{ statistic: StatisticRow[]; totals: StatisticTotals }> {
  const filter = figureFilter(actor, filters);
  const set = await ctx.sets.shown();
  const counting = readLines(set, filter).then((lines) => countFigures(lines, 'agent'));
  const namedRows = async (counted: readonly string[]) => {
    const people = await whoseRows(ctx, filter, counted);
    return Promise.all(
      people.map(async (person) => ({
        ...person,
        leads: await countMatching(set.rows, heldBy(person.id, filter)),
      })),
    );
  };
  // Whose rows there are is known beforehand where a filter names them: nothing waits for anything then.
  const [counts, named] = await Promise.all([
    counting,
    filter.agents === undefined ? counting.then((counted) => namedRows([...counted.keys()])) : namedRows([]),
  ]);
  const statistic = named.map(({ id, name, leads }) => ({
    agent: name,
    agent_id: id === '' ? (0 as const) : id,
    ...figuresOf(counts.get(id) ?? nothing),
    leads,
  }));
  return {
    statistic: sortedRows(statistic, sort),
    totals: {
      ...figuresOf(together([...counts.values()])),
      leads: statistic.reduce((sum, { leads }) => sum + leads, 0),
    },
  };
}
