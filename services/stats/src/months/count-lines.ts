import { z } from 'zod';
import { sourceId } from '@crm/contracts/codes/sources.js';
import type { FigureRows } from '../leads/lead-figures.model.js';
import { assignedIn, dealsIn, type FigureFilter } from '../filter/filter.rules.js';
import type { Lines } from './month-lines.rules.js';
import type { Range } from '../filter/months.rules.js';

const kind = {
  agent: z.string(),
  source: z.union([z.literal(0), sourceId]),
  type: z.literal([0, 2, 4]),
};
const assignedCount = z.object({ _id: z.object({ ...kind, since: z.string() }), count: z.int() });
const dealCount = z.object({
  _id: z.object({ ...kind, month: z.string() }),
  count: z.int(),
  premium: z.number(),
  coverage: z.number(),
});

const assignedLines = ({ leads, assignments }: ReturnType<typeof assignedIn>) => [
  { $match: leads },
  { $project: { _id: 0, source_id: 1, type_id: 1, assigned: 1 } },
  { $unwind: '$assigned' },
  { $match: assignments },
  {
    $group: {
      _id: {
        agent: '$assigned.agent',
        source: '$source_id',
        type: '$type_id',
        since: '$assigned.since',
      },
      count: { $sum: 1 },
    },
  },
];

const dealLines = (deals: ReturnType<typeof dealsIn>) => [
  { $match: deals },
  {
    $group: {
      _id: {
        agent: '$agent',
        source: '$source_id',
        type: '$type_id',
        month: { $substrBytes: ['$deal_date', 0, 7] },
      },
      count: { $sum: 1 },
      premium: { $sum: '$premium' },
      coverage: { $sum: '$coverage' },
    },
  },
];

/** Aggregates the lines of some days from the rows themselves, by one command: for everybody, or within a filter. */
export async function countLines(rows: FigureRows, filter: Partial<FigureFilter> & Range): Promise<Lines> {
  const found = await rows
    .aggregate([
      ...assignedLines(assignedIn(filter)),
      { $unionWith: { coll: rows.collectionName, pipeline: dealLines(dealsIn(filter)) } },
    ])
    .toArray();
  const lines = z.array(z.union([dealCount, assignedCount])).parse(found);
  return {
    assigned: lines.flatMap((line) => ('premium' in line ? [] : [{ ...line._id, count: line.count }])),
    deals: lines.flatMap((line) => {
      if (!('premium' in line)) return [];
      const { _id, ...counts } = line;
      return [{ ..._id, ...counts }];
    }),
  };
}
