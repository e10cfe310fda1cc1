/**
 * Writes share LMDB transactions: while one is on its way to the disk, which keeps no reader waiting, those that come in
 * gather for the next; each is answered when its own is synced. What is refused leaves nothing behind; should anything
 * unforeseen fail, the whole transaction is undone.
 */
import { StoreError } from '../values/errors.js';
import { DiskFailure, judge, roomAt } from './failure.js';
import type { Files } from './files.js';

/** As long does one transaction keep readers waiting; the writes that are left go with the next. */
const TURN_MS = 10;

interface Waiting {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface Hooks {
  /** Adds to a transaction what goes with all of them. */
  ending: () => void;
  /** What was written is on disk, and before anybody is answered. */
  settled: () => void;
  /** A transaction was undone: memory is not what is on disk. */
  undone: () => void;
}

export class Commits {
  private readonly waiting: Waiting[] = [];
  private committing: Promise<void> | undefined;
  private broken: DiskFailure | undefined;
  private isWriting = false;
  private isClosed = false;
  private reportFailure: (failure: DiskFailure) => void = () => undefined;
  /** Resolves, if ever, with what ended the store: its disk failed and it writes no more. */
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

  /** Takes no more writes; resolves when those that came are on disk. */
  async close(): Promise<void> {
    await this.committing;
    this.isClosed = true;
  }

  /** Runs `work` in the next transaction; resolves with its answer once that is on disk. Rejects with what it throws. */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.committing ??= this.commitAll();
    });
  }

  /** One transaction after another; what comes in while one is on its way to the disk goes with the next. */
  private async commitAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) await this.commit();
    // In the same step as the last look: a write that comes in after it begins anew.
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
    // Whoever is answered now must find what was written.
    this.files.root.resetReadTxn();
    this.hooks.settled();
    for (const settle of settled) settle();
  }

  private async fail(batch: Waiting[], error: unknown): Promise<void> {
    const { path } = this.files;
    // A transaction that never began takes everybody's writes with it.
    if (batch.length === 0) batch.push(...this.waiting.splice(0));
    const failure = judge(await causeOf(error), path, () => roomAt(path));
    if (failure instanceof DiskFailure) {
      // What the system keeps of a file after a failed write is not what is on disk: nothing more is written from it.
      this.broken = failure;
      batch.push(...this.waiting.splice(0));
      this.reportFailure(failure);
    } else if (!this.isClosed && !(error instanceof StoreError)) this.hooks.undone();
    for (const { reject } of batch) reject(failure);
  }
}

/** LMDB tells the reason of a commit that failed later than the failure, by a promise that is rejected with it. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = (error ?? {}) as { commitError?: Promise<unknown> };
  if (commitError === undefined) return error;
  return commitError.catch((cause: unknown) => cause);
}
