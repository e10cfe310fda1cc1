import { performance } from 'node:perf_hooks';
import { eventually } from '../bus/testing/eventually.js';
import { silentLogger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { createJobScheduler, type JobPaces, type JobScheduler } from './job-scheduler.js';

const hour = 3_600_000;
/** So rarely that a test does not see it. */
const never: JobPaces = { activeMs: hour, quietMs: hour, askMs: hour };

let server: TestStore;
let store: Store;
let clock: ManualClock;
let schedulers: JobScheduler[];
let databases = 0;

beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  databases += 1;
  const database = `jobs_${String(databases)}`;
  store = await connectMongo({ uri: server.uri, database, log: silentLogger });
  clock = new ManualClock();
  schedulers = [];
});
afterEach(async () => {
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
  await store.close();
});
afterAll(() => server.stop());

/** The scheduler of one process. */
function start(paces: Partial<JobPaces> = {}, log = silentLogger): JobScheduler {
  const scheduler = createJobScheduler({
    connection: store.connection,
    clock,
    log,
    paces: { ...never, ...paces },
  });
  schedulers.push(scheduler);
  return scheduler;
}

/** Work that is due at instants which a test names. */
function workAt(...instants: Date[]) {
  const state = { looks: 0, done: 0, refuses: false };
  return {
    state,
    instants,
    name: 'work',
    nextDueAt: async () => {
      state.looks += 1;
      return instants[0] ?? null;
    },
    run: async () => {
      const [first] = instants;
      if (state.refuses || first === undefined || first > clock.now()) return false;
      instants.shift();
      state.done += 1;
      return true;
    },
  };
}
const inMs = (ms: number) => new Date(clock.now().getTime() + ms);

describe('a job', () => {
  test('is done when it is added, as far as it is due', async () => {
    const work = workAt(inMs(-1), inMs(0), inMs(hour));
    await start().add(work).idle();
    expect(work.state.done).toBe(2);
  });

  test('that is mostly a single one is done, and then asked for when the next is due', async () => {
    const work = workAt(inMs(-1), inMs(0), inMs(hour));
    let runs = 0;
    const run = () => {
      runs += 1;
      return work.run();
    };
    await start()
      .add({ ...work, run, isSingle: true })
      .idle();
    expect([work.state.done, runs, work.state.looks]).toEqual([2, 2, 3]);
  });

  test('of which nothing waits is looked at once and then left alone', async () => {
    const work = workAt();
    const job = start().add(work);
    await job.idle();
    expect(work.state).toEqual({ looks: 1, done: 0, refuses: false });
  });

  test('is done when its time comes, without a look before', async () => {
    const work = workAt(inMs(40));
    const before = performance.now();
    await start().add(work).idle();
    expect(work.state.looks).toBe(1);
    clock.advance(40);
    await eventually(() => work.state.done === 1);
    expect(performance.now() - before).toBeGreaterThanOrEqual(39);
  });

  test('is done at once when it is woken', async () => {
    const work = workAt();
    const job = start().add(work);
    await job.idle();
    work.instants.push(clock.now());
    job.wake();
    await job.idle();
    expect(work.state.done).toBe(1);
  });

  test('that is woken while it is done is looked at once more', async () => {
    const work = workAt(clock.now());
    const run = async () => {
      const isDone = await work.run();
      if (work.state.done === 1 && isDone) {
        work.instants.push(clock.now());
        job.wake();
      }
      return isDone;
    };
    const job: ReturnType<JobScheduler['add']> = start().add({ ...work, run });
    await job.idle();
    expect(work.state.done).toBe(2);
  });

  test('that another process has is tried again after a pause, not without one', async () => {
    const work = workAt(clock.now());
    work.state.refuses = true;
    const job = start().add(work);
    await job.idle();
    expect(work.state.looks).toBe(2);
    work.state.refuses = false;
    await eventually(() => work.state.done === 1);
  });

  test('that fails is told of once and tried again until it comes off', async () => {
    const lines = logLines();
    const work = workAt(clock.now());
    let failures = 0;
    const run = async () => {
      if (failures < 2) {
        failures += 1;
        throw new Error('the store is away');
      }
      return work.run();
    };
    start({}, lines.log).add({ ...work, run });
    await eventually(() => work.state.done === 1);
    expect(lines.all().map(({ msg }) => msg)).toEqual(['scheduled job failed, retrying']);
  });

  test('is not begun any more once the scheduler is stopped', async () => {
    const work = workAt();
    const scheduler = start();
    const job = scheduler.add(work);
    await scheduler.stop();
    work.instants.push(clock.now());
    job.wake();
    await job.idle();
    expect(work.state.done).toBe(0);
  });
});

describe('work that another process made and left', () => {
  test('is looked for while somebody is at work in this one', async () => {
    const scheduler = start({ activeMs: 5 });
    const work = workAt();
    await scheduler.add(work).idle();
    scheduler.noteActivity();
    expect(scheduler.isActive()).toBe(true);
    work.instants.push(clock.now());
    await eventually(() => work.state.done === 1);
  });

  test('is looked for while somebody is at work in another one', async () => {
    const [mine, theirs] = [start({ activeMs: 5, askMs: 5 }), start()];
    const work = workAt();
    await mine.add(work).idle();
    expect(mine.isActive()).toBe(false);
    theirs.noteActivity();
    await eventually(() => mine.isActive());
    work.instants.push(clock.now());
    await eventually(() => work.state.done === 1);
  });

  test('is looked for every so often where nobody is at work anywhere', async () => {
    const scheduler = start({ askMs: 5, quietMs: 20 });
    const work = workAt();
    await scheduler.add(work).idle();
    work.instants.push(clock.now());
    await eventually(() => work.state.done === 1);
    expect(scheduler.isActive()).toBe(false);
  });

  test('is not looked for half a minute after the last work', async () => {
    const theirs = start();
    theirs.noteActivity();
    const activity = store.connection.collection('activity');
    await eventually(async () => (await activity.countDocuments({})) === 1);
    clock.advance(30_000);
    const mine = start({ askMs: 5 });
    const asked = workAt();
    await mine.add(asked).idle();
    await theirs.stop();
    expect(mine.isActive()).toBe(false);
    expect(asked.state.looks).toBe(1);
  });
});

describe('a process that has no others beside it', () => {
  /** Looks often while somebody is at work, if there is any reason to. */
  const often: JobPaces = { ...never, activeMs: 5, askMs: 5 };

  function alone(writes: (collections?: readonly string[]) => number) {
    let asked = 0;
    const scheduler = createJobScheduler({
      ...{ connection: store.connection, clock: { now: () => new Date() }, log: silentLogger },
      paces: often,
      writes: (collections) => {
        asked += 1;
        return writes(collections);
      },
    });
    schedulers.push(scheduler);
    return {
      scheduler,
      /** Resolves once it has several times asked of its jobs whether to look. */
      goesRound: async () => {
        const before = asked;
        await eventually(() => asked >= before + 12);
      },
    };
  }
  const isKnown = () =>
    store.connection
      .collection('activity')
      .findOne({ processes: { $exists: true } })
      .then((found) => found !== null);

  test('looks behind writes of its own and at nothing else, though somebody is at work', async () => {
    let writes = 0;
    const { scheduler, goesRound } = alone(() => writes);
    const work = workAt();
    scheduler.add(work);
    await eventually(isKnown);
    scheduler.noteActivity();
    await goesRound();
    const before = work.state.looks;
    await goesRound();
    expect(work.state.looks).toBe(before);
    writes += 1;
    await eventually(() => work.state.looks > before);
  });

  test('looks at a job that names its collections behind writes to these alone', async () => {
    const writes = { leads: 0, deliveries: 0 };
    const { scheduler, goesRound } = alone((collections) =>
      collections === undefined ? writes.leads + writes.deliveries : writes.deliveries,
    );
    const [named, other] = [workAt(), workAt()];
    scheduler.add({ ...named, collections: ['deliveries'] });
    scheduler.add(other);
    await eventually(isKnown);
    scheduler.noteActivity();
    await goesRound();
    const before = { named: named.state.looks, other: other.state.looks };
    writes.leads += 1;
    await eventually(() => other.state.looks > before.other);
    await goesRound();
    expect(named.state.looks).toBe(before.named);
    writes.deliveries += 1;
    await eventually(() => named.state.looks > before.named);
  });

  test('looks all the time once there is another, which it hears of, and until that one has stopped', async () => {
    const { scheduler, goesRound } = alone(() => 0);
    const work = workAt();
    scheduler.add(work);
    await eventually(isKnown);
    const { scheduler: other } = alone(() => 0);
    other.noteActivity();
    scheduler.noteActivity();
    const before = work.state.looks;
    await eventually(() => work.state.looks > before + 5);
    await other.stop();
    let looks = 0;
    await eventually(async () => {
      looks = work.state.looks;
      await goesRound();
      return work.state.looks === looks;
    });
  });
});
