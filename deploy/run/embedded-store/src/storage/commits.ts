/**
 * Group commit: writes that arrive while an LMDB transaction is being committed (which does not block readers) are
 * batched into the next one; each is acknowledged when its own transaction is durable. A write that is rejected with a
 * StoreError must have changed nothing; on any other error the whole transaction is rolled back.
 */
import { StoreError } from '../values/errors.js';
import { DiskFailure, judge, roomAt } from './failure.js';
import type { Files } from './files.js';

/** Time limit for the writes of one transaction, which block the event loop; the remaining ones go into the next. */
const TURN_MS = 10;

interface Waiting {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface Hooks {
  /** Runs at the end of each transaction, inside it. */
  ending: () => void;
  /** Runs after the commit, before its writes are acknowledged. */
  settled: () => void;
  /** Runs after a rollback: the in-memory state is ahead of the disk and must be reloaded. */
  undone: () => void;
}

export class Commits {
  private readonly waiting: Waiting[] = [];
  private committing: Promise<void> | undefined;
  private broken: DiskFailure | undefined;
  private isWriting = false;
  private isClosed = false;
  private reportFailure: (failure: DiskFailure) => void = () => undefined;
  /** Resolves when the disk fails and the store rejects all further writes (otherwise stays pending). */
  readonly failed = new Promise<DiskFailure>((resolve) => (this.reportFailure = resolve));

  constructor(
    private readonly files: Pick<Files, 'path' | 'root'>,
    private readonly hooks: Hooks,
  ) {}

  /** Whether this runs inside a write. */
  get writing(): boolean {
    return this.isWriting;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Waits until the pending writes are on disk, then rejects any further one. */
  async close(): Promise<void> {
    await this.committing;
    this.isClosed = true;
  }

  /** Runs `work` in the next transaction; resolves with its result once that is durable. Rejects with what it throws. */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.committing ??= this.commitAll();
    });
  }

  /** Commits transactions one after another until no write is waiting. */
  private async commitAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) await this.commit();
    // No await between the last check and this: a write that arrives later starts a new loop.
    this.committing = undefined;
  }

  private async commit(): Promise<void> {
    const batch: Waiting[] = [];
    const settled: Array<() => void> = [];
    try {
      if (this.isClosed) throw new StoreError('InterruptedAtShutdown', 'the store is shutting down');
      if (this.broken) throw this.broken;
      await this.files.root.childTransaction(() => {
        const started = performance.now();
        this.isWriting = true;
        try {
          while (this.waiting.length > 0 && performance.now() - started < TURN_MS) {
            const next = this.waiting.shift() as Waiting;
            const { work, resolve, reject } = next;
            batch.push(next);
            try {
              const result = work();
              settled.push(() => resolve(result));
            } catch (error) {
              if (!(error instanceof StoreError)) throw error;
              settled.push(() => reject(error));
            }
          }
          this.hooks.ending();
        } finally {
          this.isWriting = false;
        }
      });
    } catch (error) {
      await this.fail(batch, error);
      return;
    }
    // Read your writes: a client that is acknowledged now must see its write.
    this.files.root.resetReadTxn();
    this.hooks.settled();
    for (const settle of settled) settle();
  }

  private async fail(batch: Waiting[], error: unknown): Promise<void> {
    const { path } = this.files;
    // If the transaction could not even start, all waiting writes fail.
    if (batch.length === 0) batch.push(...this.waiting.splice(0));
    const failure = judge(await causeOf(error), path, () => roomAt(path));
    if (failure instanceof DiskFailure) {
      // After a failed write or fsync the page cache may differ from the disk, so nothing more may be written from it.
      this.broken = failure;
      batch.push(...this.waiting.splice(0));
      this.reportFailure(failure);
    } else if (!this.isClosed && !(error instanceof StoreError)) this.hooks.undone();
    for (const { reject } of batch) reject(failure);
  }
}

/** lmdb reports the cause of a failed commit separately, by rejecting the error's `commitError` promise. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = (error ?? {}) as { commitError?: Promise<unknown> };
  if (commitError === undefined) return error;
  return commitError.catch((cause: unknown) => cause);
}
