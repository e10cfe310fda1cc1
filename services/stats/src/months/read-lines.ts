import { z } from 'zod';
import type { FigureSet } from './month-lines.model.js';
import type { FigureFilter } from '../filter/filter.rules.js';
import { countLines } from './count-lines.js';
import { linesFor, type Lines } from './month-lines.rules.js';
import { daysOf, partsOf, type Range } from '../filter/months.rules.js';

/** Up to this many agents are cheaper to count from their own rows than from everybody's lines. */
const fewAgents = 5;

const joined = (all: readonly Lines[]): Lines => ({
  assigned: all.flatMap(({ assigned }) => assigned),
  deals: all.flatMap(({ deals }) => deals),
});

/** The lines of whole months: cached ones, or counted from the rows for months that have changed since. */
async function readMonths({ rows, months }: FigureSet, { first, last }: Range): Promise<Lines[]> {
  // In this order: what rows no longer owe has been dropped from the months by then.
  const owed = await rows.distinct('owed', { owed: { $gte: first, $lte: last } });
  const kept = await months.find({ _id: { $gte: first, $lte: last } }).toArray();
  const linesOf = new Map(kept.map(({ _id, lines }) => [_id, lines]));
  // A row may owe months outside as well.
  for (const month of z.array(z.string()).parse(owed))
    if (first <= month && month <= last) linesOf.set(month, undefined);
  return Promise.all(
    [...linesOf].map(async ([month, lines]) => lines ?? (await countLines(rows, daysOf(month)))),
  );
}

/** The aggregates of a filter's days. */
export async function readLines(set: FigureSet, filter: FigureFilter): Promise<Lines> {
  if (filter.agents !== undefined && filter.agents.length <= fewAgents)
    return linesFor(await countLines(set.rows, filter), filter);
  const { months, edges } = partsOf(filter);
  const parts = await Promise.all([
    months === undefined ? [] : readMonths(set, months),
    ...edges.map(async (days) => [await countLines(set.rows, { ...filter, ...days })]),
  ]);
  return linesFor(joined(parts.flat()), filter);
}
