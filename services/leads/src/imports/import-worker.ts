import { randomUUID } from 'node:crypto';
import { answerError } from '@crm/platform/errors/answer-error.js';
import { runWithContext } from '@crm/platform/log/request-context.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { giveUp, leaseMs, runImport } from './run-import.js';
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
/** Files that one worker has open at a time: each has its next batch in memory. */
const mostOpen = 50;
/** Waits before an import that was interrupted is tried again, doubled each time. */
const firstBackoffMs = 1_000;
const longestBackoffMs = 60_000;
/** So often without a batch in between, for a reason that waiting does not mend. */
const mostTries = 5;

/** An import under way: its batches, and under which id its log lines stand. */
interface OpenImport {
  importDoc: ImportDoc;
  batches: AsyncGenerator<void, void, void>;
  correlationId: string;
}

/** How often an import was interrupted since its last batch, and when it is tried again. */
interface Interrupted {
  tries: number;
  at: Date;
}

/** Whether waiting may mend it: the store is away, its client was replaced, something is changing too fast. */
const mayPass = (error: unknown) => answerError(error).body.code === 'unavailable';

/**
 * Works imports through, a batch of each in turn, so that a short file never waits for a long one. Each under a lease:
 * when a process dies, another one, or its own next start, goes on behind the last commit. One that was interrupted is
 * tried again from there, after a longer wait each time.
 */
export function startImportWorker(ctx: ImportsContext): ImportWorker {
  const by = randomUUID();
  const log = ctx.log.child({ area: 'imports' });
  const open = new Map<string, OpenImport>();
  const interrupted = new Map<string, Interrupted>();
  let isStopping = false;
  let working: Promise<void> | undefined;
  let isAskedAgain = false;
  let retry: NodeJS.Timeout | undefined;

  const leasedUntil = () => new Date(ctx.clock.now().getTime() + leaseMs);

  /** Takes over what runs and is nobody's, or was ours before, the oldest first. */
  async function claimAll(): Promise<void> {
    const now = ctx.clock.now();
    const free = await ctx.imports
      .find({
        state: 'running',
        $or: [{ lease: null }, { 'lease.until': { $lte: now } }, { 'lease.by': by }],
      })
      .sort({ createdAt: 1 })
      .limit(2 * mostOpen)
      .lean<ImportDoc[]>();
    for (const { _id, version } of free) {
      const id = _id.toHexString();
      const waits = interrupted.get(id);
      if (open.has(id) || open.size >= mostOpen || (waits !== undefined && waits.at > now)) continue;
      const importDoc = await ctx.imports
        .findOneAndUpdate(
          { _id, version },
          { $set: { lease: { by, until: leasedUntil() } }, $inc: { version: 1 } },
          { returnDocument: 'after' },
        )
        .lean<ImportDoc>();
      if (importDoc === null) continue;
      open.set(id, { importDoc, batches: runImport(ctx, importDoc, by), correlationId: randomUUID() });
    }
    // Due and not to be had: somebody else goes on with it.
    for (const [id, { at }] of interrupted) if (at <= now && !open.has(id)) interrupted.delete(id);
  }

  /** Keeps what is open while others have their turn. It raises no version: a batch that is being committed goes on. */
  async function renewLeases(): Promise<void> {
    const ids = [...open.values()].map(({ importDoc }) => importDoc._id);
    if (ids.length === 0) return;
    await ctx.imports.updateMany(
      { _id: { $in: ids }, 'lease.by': by },
      { $set: { 'lease.until': leasedUntil() } },
    );
  }

  /** One batch of one import. */
  async function turn(id: string, { importDoc, batches, correlationId }: OpenImport): Promise<void> {
    try {
      const { done } = await runWithContext({ correlationId }, () => batches.next());
      interrupted.delete(id);
      if (done === true) open.delete(id);
    } catch (error) {
      open.delete(id);
      const tries = (interrupted.get(id)?.tries ?? 0) + 1;
      const waitMs = Math.min(firstBackoffMs * 2 ** (tries - 1), longestBackoffMs);
      interrupted.set(id, { tries, at: new Date(ctx.clock.now().getTime() + waitMs) });
      log.error({ err: error, importId: id, tries, waitMs }, 'import interrupted');
      if (tries >= mostTries && !mayPass(error)) {
        await giveUp(ctx, importDoc._id, by);
        interrupted.delete(id);
      }
    }
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
      await claimAll();
      // One that came meanwhile is visited at the end of the same round.
      for (const [id, each] of open) {
        if (isStopping) return;
        await turn(id, each);
        if (!isAskedAgain) continue;
        isAskedAgain = false;
        await claimAll();
      }
      if (open.size === 0 && !isStopping) await tidy();
    } while ((open.size > 0 || isAskedAgain) && !isStopping);
  }

  /** Looks again when the first of those that were interrupted is due. */
  function wakeForRetries(): void {
    clearTimeout(retry);
    if (interrupted.size === 0 || isStopping) return;
    const first = Math.min(...[...interrupted.values()].map(({ at }) => at.getTime()));
    retry = setTimeout(wake, Math.max(0, first - ctx.clock.now().getTime()) + 1);
    retry.unref();
  }

  function wake(): void {
    if (isStopping) return;
    if (working) {
      isAskedAgain = true;
      return;
    }
    const heartbeat = setInterval(() => {
      renewLeases().catch((error: unknown) => {
        log.debug({ err: error }, 'leases of imports not renewed');
      });
    }, leaseMs / 3);
    working = work()
      .catch((error: unknown) => {
        // The store is away before anything was claimed: the next look goes on.
        log.error({ err: error }, 'imports could not be looked for');
      })
      .finally(() => {
        clearInterval(heartbeat);
        working = undefined;
        wakeForRetries();
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
      clearTimeout(retry);
      await working;
      await Promise.all([...open.values()].map(({ batches }) => batches.return()));
    },
  };
}
