import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { createJobScheduler } from '../jobs/job-scheduler.js';
import { eventually } from '../bus/testing/eventually.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { atOnce, inBatches, type Migration, type Stored } from './migration.js';
import { createMigrator, type MigratorOptions } from './migrator.js';
import { StoreIsNewer } from './schema-versions.js';

const count = 25;
const size = 10;
const leaseMs = 30_000;
const presentMs = 60_000;

let server: TestStore;
let store: Store;
let clock: ManualClock;
beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  const { log } = logLines();
  store = await connectMongo({ uri: server.uri, database: randomUUID(), log });
  clock = new ManualClock();
  await things().insertMany(Array.from({ length: count }, (_, index) => ({ _id: idOf(index), name: 'Old' })));
});
afterEach(() => store.close());
afterAll(() => server.stop());

const idOf = (index: number) => `thing-${String(index).padStart(3, '0')}`;
const things = (connection: Connection = store.connection) => connection.collection<Stored>('things');
const renamed = () => things().countDocuments({ name: 'New' });

/** Renames every thing, and counts how often each was looked at. */
function renaming(
  given: Partial<Migration> = {},
  onBatch: (batch: number) => Promise<void> = async () => undefined,
) {
  const looked: unknown[] = [];
  let batches = 0;
  const migration: Migration = {
    id: 'things-renamed',
    collection: 'things',
    version: 1,
    runs: 'before',
    next: inBatches({
      collection: things,
      size,
      change: async (documents) => {
        await onBatch(batches);
        batches += 1;
        looked.push(...documents.map(({ _id }) => _id));
        const ids = documents.map(({ _id }) => _id);
        await things().updateMany({ _id: { $in: ids } }, { $set: { name: 'New' } });
      },
    }),
    ...given,
  };
  return { migration, looked };
}

/** A process, with what it waits for between batches. */
function processWith(migrations: readonly Migration[], given: Partial<MigratorOptions> = {}) {
  const { log } = logLines();
  const pauses: number[] = [];
  const migrator = createMigrator({
    ...{ service: 'stats', connection: store.connection, clock, log, migrations },
    pause: async (ms) => {
      pauses.push(ms);
    },
    ...given,
  });
  return { ...migrator, pauses };
}

/** Runs a job until it has nothing to do now. */
async function runJob(process: ReturnType<typeof processWith>): Promise<Date | null> {
  const its = process.job();
  for (;;) {
    const due = await its.nextDueAt();
    if (due === null || due > clock.now()) return due;
    if (!(await its.run())) return clock.now();
  }
}

describe('what runs before the roll-out', () => {
  test('looks at each document once, with a pause behind each batch, and never again', async () => {
    const { migration, looked } = renaming();
    const first = processWith([migration]);
    await first.runBefore();
    expect(looked).toEqual(Array.from({ length: count }, (_, index) => idOf(index)));
    expect(first.pauses).toHaveLength(2);
    expect(await renamed()).toBe(count);
    await processWith([migration]).runBefore();
    expect(looked).toHaveLength(count);
  });

  test('goes on where a process was killed, which does no more than its last batch again', async () => {
    const killed = renaming({}, async (batch) => {
      if (batch === 1) throw new Error('killed');
    });
    const dying = processWith([killed.migration]);
    await expect(dying.runBefore()).rejects.toThrow('killed');
    expect(await dying.progress()).toMatchObject([
      { state: 'failed', failure: 'Error', documents: size, total: count, version: 0, known: 1 },
    ]);
    const { migration, looked } = renaming();
    const next = processWith([migration], {
      pause: async () => {
        clock.advance(leaseMs);
      },
    });
    await next.runBefore();
    expect(looked).toEqual(Array.from({ length: count - size }, (_, index) => idOf(size + index)));
    expect(await renamed()).toBe(count);
    const [progress] = await next.progress();
    expect(progress).toMatchObject({ version: 1, failure: null });
  });

  test('waits for the process that is at it, and does nothing of it a second time', async () => {
    let waits = 0;
    const { migration, looked } = renaming();
    const other = processWith([migration], {
      pause: async () => {
        waits += 1;
        if (waits === 3) await one.runBefore();
      },
    });
    // It has the second batch when the other one begins.
    const one = processWith([migration], {
      pause: async () => {
        if (waits === 0) await other.runBefore();
      },
    });
    await one.runBefore();
    expect(waits).toBe(3);
    expect(looked).toHaveLength(count);
  });

  test('a lease that ran out within a batch leaves the rest to who claimed it', async () => {
    const quick = renaming();
    const second = processWith([quick.migration]);
    const slow = renaming({}, async (batch) => {
      if (batch !== 0) return;
      clock.advance(leaseMs);
      await second.runBefore();
    });
    await processWith([slow.migration]).runBefore();
    expect(quick.looked).toHaveLength(count);
    expect(slow.looked).toHaveLength(size);
    const [progress] = await second.progress();
    expect(progress?.version).toBe(1);
  });

  test('comes one after another, in the order of the list', async () => {
    const order: string[] = [];
    const step = (id: string, version: number): Migration => ({
      ...{ id, collection: 'things', version, runs: 'before' },
      next: atOnce(async () => {
        order.push(id);
      }),
    });
    await processWith([step('first', 1), step('second', 2)]).runBefore();
    expect(order).toEqual(['first', 'second']);
  });
});

describe('what runs after it', () => {
  test('waits until no process of an older release is left, then also looks at what that one wrote', async () => {
    const { log } = logLines();
    const { connection } = store;
    const older = createJobScheduler({ connection, clock, log });
    await eventually(async () => (await connection.collection('activity').countDocuments()) === 1);
    const first = renaming();
    const second = renaming({ id: 'things-sealed', version: 2, runs: 'after' });
    const process = processWith([first.migration, second.migration]);
    await process.runBefore();
    await things().insertOne({ _id: 'thing-by-older', name: 'Old' });
    expect(await runJob(process)).toEqual(new Date(clock.now().getTime() + 5_000));
    expect(second.looked).toEqual([]);
    expect(await process.progress()).toMatchObject([
      { collection: 'things', version: 1, known: 2, state: 'pending' },
    ]);
    await older.stop();
    expect(await runJob(process)).toBeNull();
    expect(await renamed()).toBe(count + 1);
    expect(second.looked).toHaveLength(count + 1);
    expect(await process.progress()).toMatchObject([
      { migration: 'things-sealed', version: 2, state: 'done', documents: count + 1, total: count + 1 },
    ]);
  });

  test('does not wait for ever for an older process that was killed', async () => {
    const at = clock.now();
    await store.connection
      .collection<Stored>('activity')
      .insertOne({ _id: 'jobs', processes: { killed: at }, releases: {} });
    const { migration, looked } = renaming({ runs: 'after' });
    const process = processWith([migration]);
    await runJob(process);
    expect(looked).toEqual([]);
    clock.advance(3 * presentMs + 1);
    expect(await runJob(process)).toBeNull();
    expect(looked).toHaveLength(count);
  });

  test('tells of a batch that failed, and tries it again', async () => {
    let fails = true;
    const { migration } = renaming({ runs: 'after' }, async (batch) => {
      if (batch === 1 && fails) throw new TypeError('thing-012 is no thing');
    });
    const process = processWith([migration]);
    await expect(runJob(process)).rejects.toThrow('no thing');
    expect(await process.progress()).toMatchObject([{ state: 'failed', failure: 'TypeError' }]);
    fails = false;
    expect(await runJob(process)).toBeNull();
    expect(await process.progress()).toMatchObject([{ state: 'done', failure: null }]);
  });
});

describe('a store that a newer release has migrated', () => {
  test('is refused where this one could not read it, in one sentence', async () => {
    const { migration } = renaming({ runs: 'after', version: 3 }, async () => {
      throw new Error('killed in the first batch');
    });
    await expect(runJob(processWith([migration]))).rejects.toThrow('killed');
    const older = processWith([renaming({ version: 2 }).migration]);
    const refusal = older.requireReadable();
    await expect(refusal).rejects.toThrow(StoreIsNewer);
    await expect(refusal).rejects.toThrow(
      /^The stats service cannot start: the collection things was migrated to schema version 3 by a newer release and this one knows version 2, so .*\.$/,
    );
    await expect(processWith([]).requireReadable()).rejects.toThrow('knows version 0');
    await processWith([migration]).requireReadable();
  });

  test('is taken where the migration left what this one reads as well', async () => {
    await processWith([renaming({ version: 3 }).migration]).runBefore();
    await expect(processWith([]).requireReadable()).resolves.toBeUndefined();
  });
});
