import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Clock } from '../clock.js';
import { isDuplicate } from '../mongo/store-errors.js';
import type { Batch, Cursor, Migration } from './migration.js';

const collectionName = 'migrations';
/** Longer than any batch takes; another process goes on behind it. */
const leaseMs = 30_000;

/** How far a migration came: whoever goes on begins behind `after`. */
export interface MigrationDoc {
  _id: string;
  after?: Cursor;
  /** How many were looked at so far, of how many there were at the begin. */
  documents?: number;
  total?: number;
  startedAt?: Date;
  doneAt?: Date;
  done?: boolean;
  /** What failed last, by its kind alone: messages of the store quote documents. */
  failure?: string;
  holder?: string;
  leaseUntil?: Date;
}

export interface MigrationStates {
  find(id: string): Promise<MigrationDoc | null>;
  list(ids: readonly string[]): Promise<MigrationDoc[]>;
  /** Claims the next batch; undefined where another process has it, or where all is done. */
  claim(migration: Migration): Promise<MigrationDoc | undefined>;
  begun(migration: Migration, total: number): Promise<void>;
  /** Saves a batch. False where the lease ran out and another process has claimed it since. */
  saved(migration: Migration, batch: Batch): Promise<boolean>;
  failed(migration: Migration, error: unknown): Promise<void>;
}

/** The progress of migrations in one service's store, as one process sees and makes it. */
export function migrationStates(connection: Connection, clock: Clock): MigrationStates {
  const holder = randomUUID();
  const stored = () => connection.collection<MigrationDoc>(collectionName);

  return {
    find: (id) => stored().findOne({ _id: id }),
    list: (ids) =>
      stored()
        .find({ _id: { $in: [...ids] } })
        .toArray(),
    claim: async ({ id }) => {
      const now = clock.now();
      try {
        const found = await stored().findOneAndUpdate(
          {
            _id: id,
            done: { $ne: true },
            $or: [{ holder }, { leaseUntil: { $exists: false } }, { leaseUntil: { $lte: now } }],
          },
          { $set: { holder, leaseUntil: new Date(now.getTime() + leaseMs) } },
          { upsert: true, returnDocument: 'after' },
        );
        return found ?? undefined;
      } catch (error) {
        // It is there, and the filter does not match it.
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    },
    begun: async ({ id }, total) => {
      await stored().updateOne({ _id: id }, { $set: { total, startedAt: clock.now(), documents: 0 } });
    },
    saved: async ({ id }, { after, documents, isMore }) => {
      const now = clock.now();
      const { matchedCount } = await stored().updateOne(
        { _id: id, holder, done: { $ne: true } },
        {
          $inc: { documents },
          $set: { ...(after !== undefined && { after }), ...(!isMore && { done: true, doneAt: now }) },
          $unset: { failure: 1, ...(!isMore && { holder: 1, leaseUntil: 1 }) },
        },
      );
      return matchedCount === 1;
    },
    failed: async ({ id }, error) => {
      const failure = error instanceof Error ? error.name : 'Error';
      await stored().updateOne({ _id: id, holder }, { $set: { failure } });
    },
  };
}
