import { importFinished, importProgressed } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { countsOf, eventAbout } from './import-events.js';
import { layOut } from './lay-out.js';
import { readAhead } from './read-ahead.js';
import { readInTurns, type ReadRecord } from './read-batch.js';
import { saveBatch } from './save-batch.js';
import { readBatches, readHead } from './stored-file.js';

export const leaseMs = 15_000;

/** Rows that are counted before the lease is renewed. */
const countedPerLease = 50_000;

/** Somebody else took the import over, or the service stops: what is committed stands, the rest is not ours. */
class LeftToOthers extends Error {}

/** Writes progress under the lease and tells of it; throws LeftToOthers where the lease is not ours any more. */
async function commit(
  ctx: ImportsContext,
  importDoc: ImportDoc,
  by: string,
  change: Partial<ImportDoc>,
  eventOf?: (after: ImportDoc) => Envelope,
): Promise<ImportDoc> {
  const now = ctx.clock.now();
  const lease =
    change.state && change.state !== 'running' ? null : { by, until: new Date(now.getTime() + leaseMs) };
  const after = { ...importDoc, ...change, version: importDoc.version + 1, lease };
  const { matchedCount } = await ctx.imports.updateOne(
    { _id: importDoc._id, version: importDoc.version, 'lease.by': by },
    withEvents({ $set: { ...change, lease } }, eventOf ? [eventOf(after)] : [], now),
  );
  if (matchedCount === 0) throw new LeftToOthers();
  return after;
}

const finish = (ctx: ImportsContext, importDoc: ImportDoc, by: string, failure?: string) =>
  commit(
    ctx,
    importDoc,
    by,
    { state: failure ? 'failed' : 'done', message: failure ?? '', finishedAt: ctx.clock.now() },
    (after) =>
      newEvent(importFinished, {
        ...eventAbout(ctx, after),
        data: {
          ...countsOf(after),
          report: `/api/rest/imports/${after._id.toHexString()}/refused.csv`,
          failed: failure !== undefined,
          message: failure ?? '',
        },
      }),
  );

interface Batch {
  rows: ReadRecord[];
  /** Where the file goes on behind it. */
  next: ImportDoc['next'];
}

/** The rows of an import from where it stands, read and checked. */
async function* batchesOf(ctx: ImportsContext, importDoc: ImportDoc): AsyncGenerator<Batch> {
  const { layout } = importDoc;
  if (!layout) throw new Error('An import runs with a known layout');
  for await (const records of readBatches(ctx, importDoc)) {
    const last = records.at(-1);
    if (!last) continue;
    const rows = await readInTurns(records, layout, pacificDate(ctx.clock.now()));
    yield { rows, next: { offset: last.end, line: last.nextLine } };
  }
}

/**
 * Works an import through from where it stands, and yields behind each committed batch, so that others have their turn.
 * Each batch is saved, then committed with the place behind it; a batch that was cut short is saved again with the same
 * outcome. Ends when the import is through, failed for a reason that lies in the file, or left to somebody else. Throws
 * what else kept it from going on; the last commit stands.
 */
export async function* runImport(
  ctx: ImportsContext,
  claimed: ImportDoc,
  by: string,
): AsyncGenerator<void, void, void> {
  const log = ctx.log.child({ area: 'imports', importId: claimed._id.toHexString() });
  let current = claimed;
  try {
    if (!current.layout && current.file_id) {
      const laidOut = layOut(await readHead(ctx, current.file_id), current.given_delimiter);
      if ('failure' in laidOut) {
        await finish(ctx, current, by, laidOut.failure);
        return;
      }
      current = await commit(ctx, current, by, laidOut);
    }
    if (current.rows === undefined) {
      let rows = current.read;
      let renewAt = rows + countedPerLease;
      for await (const records of readBatches(ctx, current)) {
        rows += records.length;
        if (rows < renewAt) continue;
        current = await commit(ctx, current, by, {});
        renewAt = rows + countedPerLease;
      }
      current = await commit(ctx, current, by, { rows });
    }
    let mayBeHalfSaved = true;
    for await (const { rows, next } of readAhead(batchesOf(ctx, current))) {
      const counts = await saveBatch(ctx, current, rows, mayBeHalfSaved);
      mayBeHalfSaved = false;
      current = await commit(
        ctx,
        current,
        by,
        {
          read: current.read + counts.read,
          saved: current.saved + counts.saved,
          refused: current.refused + counts.refused,
          duplicates: current.duplicates + counts.duplicates,
          next,
        },
        (after) => newEvent(importProgressed, { ...eventAbout(ctx, after), data: countsOf(after) }),
      );
      ctx.countRows(counts);
      if (next.offset < current.bytes) yield;
    }
    await finish(ctx, current, by);
    log.info(countsOf(current), 'import finished');
  } catch (error) {
    if (!(error instanceof LeftToOthers)) throw error;
    log.info('import released for another worker');
  }
}

/** Ends an import that cannot go on, however often it is tried; left to whoever has it where that is not us any more. */
export async function giveUp(ctx: ImportsContext, _id: ImportDoc['_id'], by: string): Promise<void> {
  const current = await ctx.imports.findOne({ _id, state: 'running', 'lease.by': by }).lean<ImportDoc>();
  if (!current) return;
  const failure = 'The import was interrupted and could not resume. Rows processed so far are saved';
  try {
    await finish(ctx, current, by, failure);
  } catch (error) {
    if (!(error instanceof LeftToOthers)) throw error;
  }
}
