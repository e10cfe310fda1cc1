import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { changedMonths } from '../months/month-lines.rules.js';
import type { FigureSets } from './figure-sets.js';
import type { LeadUpdate, LeadNews } from '../leads/lead-updates.rules.js';
import type { FigureRows } from '../leads/lead-figures.model.js';
import { foldUpdates, unknownLead, type LeadFigures } from '../leads/lead-figures.rules.js';

const maxTries = 20;

function byLead(news: readonly LeadNews[]): Map<string, LeadUpdate[]> {
  const updates = new Map<string, LeadUpdate[]>();
  for (const each of news) updates.set(each.lead_id, [...(updates.get(each.lead_id) ?? []), ...each.updates]);
  return updates;
}

/** The row after facts, which marks the months it changes as owed in the same write. */
function folded(before: LeadFigures, updates: readonly LeadUpdate[]): LeadFigures {
  const after = foldUpdates(before, updates);
  const owed = [...new Set([...(before.owed ?? []), ...changedMonths(before, after)])];
  return owed.length === 0 ? after : { ...after, owed };
}

/** The writes that facts cause on the current rows; none if they are already known. */
function writesFor(
  updates: ReadonlyMap<string, readonly LeadUpdate[]>,
  rows: readonly LeadFigures[],
): mongo.AnyBulkWriteOperation<LeadFigures>[] {
  const known = new Map(rows.map((row) => [row._id, row]));
  return [...updates].flatMap(([id, its]): mongo.AnyBulkWriteOperation<LeadFigures>[] => {
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
 * Writes lead updates into a set of rows, with one read and one bulk write; retried for rows with a version
 * conflict. Idempotent. Throws `unavailable` if conflicts persist. `known`: the rows of these leads, where they were read
 * already.
 */
export async function writeNews(
  rows: FigureRows,
  news: readonly LeadNews[],
  known?: readonly LeadFigures[],
): Promise<void> {
  const updates = byLead(news);
  if (updates.size === 0) return;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isRead = tries === 0 && known !== undefined;
    const before = isRead ? known : await rows.find({ _id: { $in: [...updates.keys()] } }).toArray();
    const writes = writesFor(updates, before);
    if (writes.length === 0) return;
    try {
      const { insertedCount, matchedCount } = await rows.bulkWrite(writes, { ordered: false });
      if (insertedCount + matchedCount === writes.length) return;
    } catch (error) {
      // Another writer inserted one of the rows meanwhile.
      if (!isDuplicate(error)) throw error;
    }
  }
  throw unavailable('These leads are changing too fast');
}

/** Writes lead updates to every set that is currently written to. */
export async function ingestNews(sets: FigureSets, news: readonly LeadNews[]): Promise<void> {
  const leads = [...new Set(news.map(({ lead_id }) => lead_id))];
  for (const { rows, known } of await sets.writtenWith(leads)) await writeNews(rows, news, known);
}
