import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { answerError } from '@crm/platform/errors/answer-error.js';
import { collectionsOf, earliestDue, firstOf } from '@crm/platform/jobs/earliest-due.js';
import type { JobScheduler } from '@crm/platform/jobs/job-scheduler.js';
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

/** Imports that are over and whose file is still there. */
const spentFiles = { state: { $in: ['done', 'failed'] as ImportDoc['state'][] }, file_id: { $ne: null } };
/** An upload that has not arrived after so long never will: its process is gone. */
const receivingMs = 60 * 60 * 1000;
/** Files that one worker has open at a time: each has its next batch in memory. */
const maxOpen = 50;
/** Waits before an import that was interrupted is tried again, doubled each time. */
const firstBackoffMs = 1_000;
const longestBackoffMs = 60_000;
/** So often without a batch in between, for a reason that waiting does not mend. */
const maxTries = 5;

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
export function startImportWorker(ctx: ImportsContext, scheduler: JobScheduler): ImportWorker {
  const by = randomUUID();
  const log = ctx.log.child({ area: 'imports' });
  const open = new Map<string, OpenImport>();
  const interrupted = new Map<string, Interrupted>();
  let isStopping = false;
  let isAskedAgain = false;

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
      .limit(2 * maxOpen)
      .lean<ImportDoc[]>();
    for (const { _id, version } of free) {
      const id = _id.toHexString();
      const waits = interrupted.get(id);
      if (open.has(id) || open.size >= maxOpen || (waits !== undefined && waits.at > now)) continue;
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
      if (tries >= maxTries && !mayPass(error)) {
        await giveUp(ctx, importDoc._id, by);
        interrupted.delete(id);
      }
    }
  }

  async function tidy(): Promise<void> {
    const over = new Date(ctx.clock.now().getTime() - receivingMs);
    await ctx.imports.updateMany(
      { state: 'receiving', createdAt: { $lt: over } },
      { $set: { state: 'failed', message: 'The upload was interrupted', finishedAt: ctx.clock.now() } },
    );
    const spent = await ctx.imports.find(spentFiles).lean<ImportDoc[]>();
    for (const importDoc of spent) await dropFile(ctx, importDoc);
  }

  /**
   * Now where an import is open, waits to be or leaves something behind; else when the first of those that were
   * interrupted is tried again, or a lease, or the patience with an upload, ends.
   */
  async function nextDueAt(): Promise<Date | null> {
    if (isStopping) return null;
    const now = ctx.clock.now();
    if (open.size > 0) return now;
    const waiting = [...interrupted.keys()].map((id) => new Types.ObjectId(id));
    const running = await ctx.imports
      .find({ state: 'running', _id: { $nin: waiting } }, { lease: 1 })
      .lean<Pick<ImportDoc, 'lease'>[]>();
    const receiving = await earliestDue(ctx.imports, 'createdAt', { state: 'receiving' });
    return firstOf([
      ...running.map(({ lease }) => (lease && lease.by !== by ? lease.until : now)),
      ...[...interrupted.values()].map(({ at }) => at),
      (await ctx.imports.exists(spentFiles)) === null ? null : now,
      // A moment more: an upload is given up when it is older than that.
      receiving && new Date(receiving.getTime() + receivingMs + 1),
    ]);
  }

  /** A batch of each import that is open or can be had. Answers whether there was any. */
  async function round(): Promise<boolean> {
    isAskedAgain = false;
    await claimAll();
    const hadAny = open.size > 0;
    // One that came meanwhile is visited at the end of the same round.
    for (const [id, each] of open) {
      if (isStopping) return false;
      await turn(id, each);
      if (!isAskedAgain) continue;
      isAskedAgain = false;
      await claimAll();
    }
    if (open.size === 0 && !isStopping) await tidy();
    return hadAny;
  }

  async function run(): Promise<boolean> {
    const heartbeat = setInterval(() => {
      renewLeases().catch((error: unknown) => {
        log.debug({ err: error }, 'leases of imports not renewed');
      });
    }, leaseMs / 3);
    try {
      return await round();
    } finally {
      clearInterval(heartbeat);
    }
  }

  const collections = collectionsOf(ctx.imports);
  const job = scheduler.add({ name: 'imports', collections, nextDueAt, run });

  return {
    wake: () => {
      isAskedAgain = true;
      job.wake();
    },
    idle: () => job.idle(),
    stop: async () => {
      isStopping = true;
      await job.idle();
      await Promise.all([...open.values()].map(({ batches }) => batches.return()));
    },
  };
}
