import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { changedMonths } from '../months/month-lines.rules.js';
import type { FigureSets } from './figure-sets.js';
import type { LeadFact, LeadNews } from './lead-facts.rules.js';
import type { FigureRows } from './lead-figures.model.js';
import { foldFacts, unknownLead, type LeadFigures } from './lead-figures.rules.js';

const mostTries = 20;

function byLead(news: readonly LeadNews[]): Map<string, LeadFact[]> {
  const facts = new Map<string, LeadFact[]>();
  for (const each of news) facts.set(each.lead_id, [...(facts.get(each.lead_id) ?? []), ...each.facts]);
  return facts;
}

/** A row after facts, which owes the months that it changes in the same write. */
function folded(before: LeadFigures, facts: readonly LeadFact[]): LeadFigures {
  const after = foldFacts(before, facts);
  const owed = [...new Set([...(before.owed ?? []), ...changedMonths(before, after)])];
  return owed.length === 0 ? after : { ...after, owed };
}

/** The writes that facts come to from the rows as they stand; none where they are known already. */
function writesFor(
  facts: ReadonlyMap<string, readonly LeadFact[]>,
  rows: readonly LeadFigures[],
): mongo.AnyBulkWriteOperation<LeadFigures>[] {
  const known = new Map(rows.map((row) => [row._id, row]));
  return [...facts].flatMap(([id, its]): mongo.AnyBulkWriteOperation<LeadFigures>[] => {
    const before = known.get(id);
    const after = folded(before ?? unknownLead(id), its);
    if (before === undefined) return [{ insertOne: { document: { ...after, rev: 1 } } }];
    if (isDeepStrictEqual(before, after)) return [];
    return [
      {
        replaceOne: {
          filter: { _id: id, rev: before.rev },
          replacement: { ...after, rev: before.rev + 1 },
        },
      },
    ];
  });
}

/**
 * Writes news of leads into one set of rows, in one read and one write; again for those that another writer came between.
 * The same news again changes nothing. Throws `unavailable` where it cannot be written for long.
 */
export async function writeNews(rows: FigureRows, news: readonly LeadNews[]): Promise<void> {
  const facts = byLead(news);
  if (facts.size === 0) return;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const known = await rows.find({ _id: { $in: [...facts.keys()] } }).toArray();
    const writes = writesFor(facts, known);
    if (writes.length === 0) return;
    try {
      const { insertedCount, matchedCount } = await rows.bulkWrite(writes, { ordered: false });
      if (insertedCount + matchedCount === writes.length) return;
    } catch (error) {
      // Somebody else made one of the rows meanwhile.
      if (!isDuplicate(error)) throw error;
    }
  }
  throw unavailable('These leads are changing too fast');
}

/** Takes in what happened to leads, wherever it has to be written at present. */
export async function takeInNews(sets: FigureSets, news: readonly LeadNews[]): Promise<void> {
  for (const { rows } of await sets.written()) await writeNews(rows, news);
}
