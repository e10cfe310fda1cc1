import type { FigureRows } from '../leads/lead-figures.model.js';
import { countLines } from './count-lines.js';
import type { KeptMonths, MonthLines } from './month-lines.model.js';
import { daysOf } from '../filter/months.rules.js';

/** Rows whose changes are processed in one write. */
const maxRows = 1_000;
/**
 * Debounce: a month that keeps changing is not recounted after every change; until it settles, its rows are
 * queried.
 */
const pauseMs = 10_000;

interface Kept {
  rows: FigureRows;
  months: Pick<KeptMonths, 'find' | 'bulkWrite' | 'updateOne'>;
}

/**
 * Invalidates the months that rows have changed: first drops the months' lines, then clears the rows' `owed`,
 * unless they changed again meanwhile. After a crash in between, the rows still owe. Returns whether there may be
 * more.
 */
async function settleSome({ rows, months }: Kept, now: Date): Promise<boolean> {
  const owing = await rows
    .find({ owed: { $gte: '' } }, { projection: { rev: 1, owed: 1 } })
    .limit(maxRows)
    .toArray();
  if (owing.length === 0) return false;
  const changed = [...new Set(owing.flatMap(({ owed = [] }) => owed))];
  await months.bulkWrite(
    changed.map((month) => ({
      updateOne: {
        filter: { _id: month },
        update: { $inc: { round: 1 }, $set: { changedAt: now }, $unset: { lines: 1 as const } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
  const byRev = new Map<number, string[]>();
  for (const { _id, rev } of owing) byRev.set(rev, [...(byRev.get(rev) ?? []), _id]);
  await rows.bulkWrite(
    [...byRev].map(([rev, ids]) => ({
      updateMany: { filter: { _id: { $in: ids }, rev }, update: { $unset: { owed: 1 as const } } },
    })),
    { ordered: false },
  );
  return owing.length === maxRows;
}

/** Counts a month and saves the lines unless it changed meanwhile: its revision is read before the rows are. */
async function countMonth({ rows, months }: Kept, { _id, round }: MonthLines): Promise<void> {
  const lines = await countLines(rows, daysOf(_id));
  await months.updateOne({ _id, round }, { $set: { lines } });
}

/** When work on the months is due: now if rows owe, otherwise when the next month has settled; or null. */
export async function nextMonthDueAt({ rows, months }: Kept, now: Date): Promise<Date | null> {
  if ((await rows.findOne({ owed: { $gte: '' } }, { projection: { _id: 1 } })) !== null) return now;
  const [first] = await months
    .find({ lines: { $exists: false } }, { projection: { changedAt: 1 } })
    .sort({ changedAt: 1 })
    .limit(1)
    .toArray();
  return first === undefined ? null : new Date(first.changedAt.getTime() + pauseMs);
}

/** Processes everything that rows owe. */
export async function settleMonths(set: Kept, now: Date): Promise<void> {
  while (await settleSome(set, now));
}

/**
 * Recounts the months that have settled since they changed, so that queries find them cached. Any instance may do
 * it, also concurrently.
 */
export async function countSettledMonths(set: Kept, now: Date): Promise<void> {
  const changedAt = { $lte: new Date(now.getTime() - pauseMs) };
  const afterPause = await set.months.find({ lines: { $exists: false }, changedAt }).toArray();
  for (const month of afterPause) await countMonth(set, month);
}
