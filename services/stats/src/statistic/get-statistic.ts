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
import type { FigureRows } from '../leads/lead-figures.model.js';
import { readLines } from '../months/read-lines.js';
import type { StatsUserDoc } from '../users/user.model.js';
import { countFigures } from './count-figures.js';
import { figuresOf, nothing, sortedRows, together, type Counts } from './figures.rules.js';
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

async function rowOf(
  rows: FigureRows,
  filter: FigureFilter,
  { id, name }: { id: string; name: string },
  counts: Counts,
): Promise<StatisticRow> {
  return {
    agent: name,
    agent_id: id === '' ? 0 : id,
    ...figuresOf(counts),
    leads: await countMatching(rows, heldBy(id, filter)),
  };
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
  const counts = countFigures(await readLines(set, filter), 'agent');
  const people = await whoseRows(ctx, filter, [...counts.keys()]);
  const statistic = await Promise.all(
    people.map((person) => rowOf(set.rows, filter, person, counts.get(person.id) ?? nothing)),
  );
  return {
    statistic: sortedRows(statistic, sort),
    totals: {
      ...figuresOf(together([...counts.values()])),
      leads: statistic.reduce((sum, { leads }) => sum + leads, 0),
    },
  };
}
