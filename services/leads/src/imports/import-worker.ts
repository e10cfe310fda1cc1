import { randomUUID } from 'node:crypto';
import { runWithContext } from '@crm/platform/log/request-context.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { leaseMs, runImport } from './run-import.js';
import { dropFile } from './stored-file.js';

export interface ImportWorker {
  /** An import waits: look now. */
  wake(): void;
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>;
  /** Stops behind the batch under way; the next start goes on there. */
  stop(): Promise<void>;
}

const lookEveryMs = 5_000;
/** An upload that has not arrived after so long never will: its process is gone. */
const receivingMs = 60 * 60 * 1000;

/**
 * Works imports through, the oldest first and one at a time, so that two files with the same person cannot both add
 * them. Under a lease: when a process dies, another one, or its own next start, goes on behind the last commit.
 */
export function startImportWorker(ctx: ImportsContext): ImportWorker {
  const by = randomUUID();
  const log = ctx.log.child({ area: 'imports' });
  let isStopping = false;
  let working: Promise<void> | undefined;
  let isAskedAgain = false;

  async function claim(): Promise<ImportDoc | null> {
    const now = ctx.clock.now();
    const oldest = await ctx.imports.findOne({ state: 'running' }).sort({ createdAt: 1 }).lean<ImportDoc>();
    if (!oldest || (oldest.lease && oldest.lease.by !== by && oldest.lease.until > now)) return null;
    return ctx.imports
      .findOneAndUpdate(
        { _id: oldest._id, version: oldest.version },
        { $set: { lease: { by, until: new Date(now.getTime() + leaseMs) } }, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .lean<ImportDoc>();
  }

  async function tidy(): Promise<void> {
    const over = new Date(ctx.clock.now().getTime() - receivingMs);
    await ctx.imports.updateMany(
      { state: 'receiving', createdAt: { $lt: over } },
      { $set: { state: 'failed', message: 'The upload was cut off', finishedAt: ctx.clock.now() } },
    );
    const spent = await ctx.imports
      .find({ state: { $in: ['done', 'failed'] }, file_id: { $ne: null } })
      .lean<ImportDoc[]>();
    for (const importDoc of spent) await dropFile(ctx, importDoc);
  }

  async function work(): Promise<void> {
    do {
      isAskedAgain = false;
      for (let claimed = await claim(); claimed && !isStopping; claimed = await claim()) {
        const importDoc = claimed;
        await runWithContext({ correlationId: randomUUID() }, () =>
          runImport(ctx, importDoc, by, () => isStopping),
        );
      }
      if (!isStopping) await tidy();
    } while (isAskedAgain && !isStopping);
  }

  function wake(): void {
    if (isStopping) return;
    if (working) {
      isAskedAgain = true;
      return;
    }
    working = work()
      .catch((error: unknown) => {
        // The store or the bus is away: the lease runs out and the next look goes on behind the last commit.
        log.error({ err: error }, 'import interrupted');
      })
      .finally(() => {
        working = undefined;
      });
  }

  const timer = setInterval(wake, lookEveryMs);
  timer.unref();
  wake();

  return {
    wake,
    idle: async () => {
      while (working) await working;
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await working;
    },
  };
}
