import { jest } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Schema, Types, type Model } from 'mongoose';
import { events } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { PublishError } from '../bus/bus.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { eventually } from '../bus/testing/eventually.js';
import { createJobScheduler, type JobScheduler } from '../jobs/job-scheduler.js';
import { silentLogger, type Logger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import {
  addOutbox,
  alive,
  insertWithEvents,
  tombstone,
  withEvents,
  type OutboxFields,
} from './outbox-fields.js';
import { startRelay, type Relay } from './relay.js';

interface Thing extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
}

let server: TestStore;
let store: Store;
let clock: ManualClock;
let things: Model<Thing>;
let relays: Relay[];
let schedulers: JobScheduler[];
let databases = 0;

beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  databases += 1;
  store = await connectMongo({
    uri: server.uri,
    database: `relay_${String(databases)}`,
    log: silentLogger,
  });
  const schema = new Schema<Thing>({ name: String }, { collection: 'things' });
  addOutbox(schema);
  things = store.connection.model<Thing>('Thing', schema);
  await store.buildIndexes([things]);
  clock = new ManualClock();
  relays = [];
  schedulers = [];
});
afterEach(async () => {
  await Promise.all([...relays, ...schedulers].map((each) => each.stop()));
  await store.close();
});
afterAll(() => server.stop());

/** A bus of which a test says what it takes. */
function fakeBus() {
  const arrived: Envelope[] = [];
  /** What it refuses now. */
  const trouble: { refuses: (event: Envelope) => boolean } = { refuses: () => false };
  let tries = 0;
  return {
    arrived,
    trouble,
    tries: () => tries,
    ids: () => arrived.map(({ id }) => id),
    publish: async (envelopes: readonly Envelope[]) => {
      tries += 1;
      await nextTurn();
      const failed = envelopes.filter((event) => trouble.refuses(event));
      arrived.push(...envelopes.filter((event) => !failed.includes(event)));
      if (failed.length > 0)
        throw new PublishError(
          failed.map(({ id }) => id),
          new Error('not taken'),
        );
    },
  };
}

type FakeBus = Pick<ReturnType<typeof fakeBus>, 'publish'>;

/** One process's own, which looks at everything every so often. */
function schedulerOf(lookMs: number): JobScheduler {
  const paces = { activeMs: lookMs, quietMs: lookMs, askMs: lookMs };
  const scheduler = createJobScheduler({ connection: store.connection, clock, log: silentLogger, paces });
  schedulers.push(scheduler);
  return scheduler;
}

function relayOn(
  bus: FakeBus,
  options: { log?: Logger; lookMs?: number; scheduler?: JobScheduler } = {},
): Relay {
  const { log = silentLogger, lookMs = 1_000, scheduler = schedulerOf(lookMs) } = options;
  const relay = startRelay({
    connection: store.connection,
    collections: ['things'],
    bus,
    catalogue: events,
    clock,
    log,
    scheduler,
  });
  relays.push(relay);
  return relay;
}

const eventOf = (id: Types.ObjectId, sequence: number, type = 'lead.updated') =>
  exampleEnvelope({ type, subject: `thing/${id.toHexString()}`, sequence });

/** A thing as a use case makes it: with the events of its making in the same write. */
async function make(count = 1, name = 'thing') {
  const _id = new Types.ObjectId();
  const made = Array.from({ length: count }, () => eventOf(_id, 1));
  await things.collection.insertOne(insertWithEvents({ _id, name }, made, clock.now()));
  return { _id, made };
}

async function change(_id: Types.ObjectId, version: number): Promise<Envelope> {
  const event = eventOf(_id, version + 1);
  const update = withEvents({ $set: { name: `v${String(version + 1)}` } }, [event], clock.now());
  const changed = await things.findOneAndUpdate({ _id, version }, update);
  if (changed === null) throw new Error('Changed by somebody else');
  return event;
}

const stored = (_id: Types.ObjectId) =>
  things.findById(_id).select('+outbox +outboxAt +purgeAt').lean<Thing>();
const waitingCount = () => things.countDocuments({ outboxAt: { $gt: new Date(0) } });

describe('the relay', () => {
  test('sends the events of a document in order and clears them', async () => {
    const bus = fakeBus();
    const { _id, made } = await make(2);
    const later = await change(_id, 1);
    await relayOn(bus).drain();

    expect(bus.ids()).toEqual([...made, later].map(({ id }) => id));
    expect(bus.arrived[0]).toEqual(made[0]);
    const thing = await stored(_id);
    expect(thing).toMatchObject({ name: 'v2', version: 2, outbox: [] });
    expect(thing).not.toHaveProperty('outboxAt');
  });

  test('keeps a copy of what is kept for good before it sends it', async () => {
    const kept: number[] = [];
    const _id = new Types.ObjectId();
    const made = Array.from({ length: 3 }, () => eventOf(_id, 1, 'lead.deleted'));
    await things.collection.insertOne(insertWithEvents({ _id, name: 'kept' }, made, clock.now()));
    const ids = made.map(({ id }) => id);
    const rows = store.connection.collection<{ _id: string }>('events');
    await relayOn({
      publish: async () => {
        kept.push(await rows.countDocuments({ _id: { $in: ids } }));
      },
    }).drain();
    // One publish for each, since an event leaves behind the one before it.
    expect(kept).toEqual([3, 3, 3]);
  });

  test('keeps a copy of any other event by the time that its document has it no longer', async () => {
    const { made } = await make(3);
    await relayOn(fakeBus()).drain();
    const rows = store.connection.collection<{ _id: string }>('events');
    expect(await rows.countDocuments({ _id: { $in: made.map(({ id }) => id) } })).toBe(3);
  });

  test('sends what is written without reading the store, and clears what was sent together in one write', async () => {
    const bus = fakeBus();
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const publish = (envelopes: readonly Envelope[]) => isReleased.then(() => bus.publish(envelopes));
    const relay = relayOn({ publish }, { lookMs: 3_600_000 });
    await relay.drain();
    const collection = store.connection.collection('things');
    const [find, bulkWrite] = [jest.spyOn(collection, 'find'), jest.spyOn(collection, 'bulkWrite')];
    const made = await Promise.all(Array.from({ length: 20 }, () => make()));
    await Promise.all(made.map(({ _id }) => change(_id, 1)));
    // However long a busy machine took to write them, they go out together.
    release();
    await eventually(() => bus.arrived.length === 40);
    await eventually(async () => (await waitingCount()) === 0);
    expect(find).not.toHaveBeenCalled();
    // How many there are depends on how long the writes took.
    expect(bulkWrite.mock.calls.length).toBeLessThan(made.length / 2);
    jest.restoreAllMocks();
  });

  test('drains more documents than it knows at a time, though they are on their way already', async () => {
    const bus = fakeBus();
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const publish = (envelopes: readonly Envelope[]) => isReleased.then(() => bus.publish(envelopes));
    const relay = relayOn({ publish }, { lookMs: 3_600_000 });
    await relay.drain();
    for (let hundreds = 0; hundreds < 11; hundreds += 1)
      await Promise.all(Array.from({ length: 100 }, () => make()));
    const drained = relay.drain();
    release();
    await drained;
    expect([bus.arrived.length, await waitingCount()]).toEqual([1_100, 0]);
  });

  test('sends a second change behind the first, which is still on its way', async () => {
    const bus = fakeBus();
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    let isFirst = true;
    relayOn({
      publish: async (envelopes) => {
        const wasFirst = isFirst;
        isFirst = false;
        if (wasFirst) await isReleased;
        await bus.publish(envelopes);
      },
    });
    const { _id, made } = await make();
    const second = await change(_id, 1);
    const { made: other } = await make();
    await eventually(() => bus.arrived.length === 1);
    // Of another document: that one waits for nobody.
    expect(bus.ids()).toEqual([other[0]?.id]);
    release();
    await eventually(() => bus.arrived.length === 3);
    expect(bus.ids().slice(1)).toEqual([made[0]?.id, second.id]);
  });

  test('sends what another process left in a document before what is written there now', async () => {
    const bus = fakeBus();
    const gone = await connectMongo({ uri: server.uri, database: store.connection.name, log: silentLogger });
    const _id = new Types.ObjectId();
    const first = eventOf(_id, 1);
    const relay = relayOn(bus, { lookMs: 3_600_000 });
    await relay.drain();
    // Written by a process that died before it could send it: nobody here heard of it.
    await gone.connection
      .collection('things')
      .insertOne(insertWithEvents({ _id, name: 'left' }, [first], clock.now()));
    await gone.close();
    const second = await change(_id, 1);
    await eventually(() => bus.arrived.length === 2);
    expect(bus.ids()).toEqual([first.id, second.id]);
  });

  test('sends what was changed many at a time', async () => {
    const bus = fakeBus();
    const made = await Promise.all(Array.from({ length: 5 }, () => make()));
    relayOn(bus, { lookMs: 3_600_000 });
    await eventually(() => bus.arrived.length === 5);
    const changes = made.map(({ _id }) => ({ _id, event: eventOf(_id, 2) }));
    await things.bulkWrite(
      changes.map(({ _id, event }) => ({
        updateOne: { filter: { _id, version: 1 }, update: withEvents({}, [event], clock.now()) },
      })),
    );
    await eventually(() => bus.arrived.length === 10);
    expect(new Set(bus.ids().slice(5))).toEqual(new Set(changes.map(({ event }) => event.id)));
    await eventually(async () => (await waitingCount()) === 0);
  });

  test('sends all of more documents than it can know at a time', async () => {
    const bus = fakeBus();
    relayOn(bus, { lookMs: 3_600_000 });
    const docs = Array.from({ length: 2_500 }, () => {
      const _id = new Types.ObjectId();
      return insertWithEvents({ _id, name: 'many' }, [eventOf(_id, 1)], clock.now());
    });
    await things.collection.insertMany(docs);
    await eventually(() => new Set(bus.ids()).size === 2_500);
    await eventually(async () => (await waitingCount()) === 0);
    expect(bus.arrived).toHaveLength(2_500);
  });

  test('sends what a use case writes, and what waited since before it started', async () => {
    const bus = fakeBus();
    const { made: before } = await make();
    relayOn(bus);
    await eventually(() => bus.ids().includes(before[0]?.id ?? ''));
    const { made: after } = await make();
    await eventually(() => bus.ids().includes(after[0]?.id ?? ''));
    await eventually(async () => (await waitingCount()) === 0);
  });

  test('says that somebody is at work when an event is written, and not when it is cleared', async () => {
    const bus = fakeBus();
    const { made } = await make();
    const quiet = schedulerOf(3_600_000);
    const relay = relayOn(bus, { scheduler: quiet });
    await relay.drain();
    expect(bus.ids()).toEqual(made.map(({ id }) => id));
    expect(quiet.isActive()).toBe(false);
    await make();
    expect(quiet.isActive()).toBe(true);
  });

  test('reads by itself again what it could not read, though it looks at nothing else', async () => {
    const bus = fakeBus();
    const relay = relayOn(bus, { lookMs: 3_600_000 });
    await relay.drain();
    const { _id } = await make();
    await eventually(async () => (await waitingCount()) === 0);
    const broken = jest.spyOn(things.collection, 'find').mockImplementationOnce(() => {
      throw new Error('The store does not answer');
    });
    const event = eventOf(_id, 2);
    const update = withEvents({ $set: { name: 'v2' } }, [event], clock.now());
    await things.bulkWrite([{ updateOne: { filter: { _id }, update } }]);
    await eventually(() => bus.ids().includes(event.id));
    expect(broken.mock.calls.length).toBeGreaterThan(1);
    broken.mockRestore();
  });

  test('sends what nobody announced once it has waited 5 s', async () => {
    const bus = fakeBus();
    const relay = relayOn(bus, { lookMs: 5 });
    await relay.drain();
    const { made } = await make();
    clock.advance(5_000);
    await eventually(() => bus.ids().includes(made[0]?.id ?? ''));
  });

  test('sends everything of a thousand documents, each once', async () => {
    const bus = fakeBus();
    const docs = Array.from({ length: 1_000 }, () => {
      const _id = new Types.ObjectId();
      return insertWithEvents({ _id, name: 'many' }, [eventOf(_id, 1)], clock.now());
    });
    await things.collection.insertMany(docs);
    await relayOn(bus).drain();
    expect(bus.arrived).toHaveLength(1_000);
    expect(new Set(bus.ids()).size).toBe(1_000);
    expect(await waitingCount()).toBe(0);
  });

  describe('of events that have time', () => {
    /** Things whose events wait since an instant that is still to come. */
    async function makePatient(count: number) {
      const docs = Array.from({ length: count }, () => {
        const _id = new Types.ObjectId();
        const event = eventOf(_id, 1);
        const inAMinute = new Date(clock.now().getTime() + 60_000);
        return { event, doc: insertWithEvents({ _id, name: 'patient' }, [event], inAMinute) };
      });
      await things.collection.insertMany(docs.map(({ doc }) => doc));
      return docs.map(({ event }) => event.id);
    }

    test('sends each once, by itself, batch after batch', async () => {
      const bus = fakeBus();
      const ids = await makePatient(420);
      relayOn(bus);
      await eventually(async () => (await waitingCount()) === 0);
      expect([...bus.ids()].sort()).toEqual([...ids].sort());
    });

    test('sends what is announced while the last of them are on their way', async () => {
      const bus = fakeBus();
      await makePatient(1);
      let more: string[] = [];
      relayOn({
        publish: async (envelopes) => {
          if (more.length === 0) {
            more = await makePatient(1);
          }
          await bus.publish(envelopes);
        },
      });
      await eventually(() => more.length > 0 && bus.ids().includes(more[0] ?? ''));
    });

    test('sends what is announced while the last of them are cleared', async () => {
      const bus = fakeBus();
      await makePatient(1);
      let more: Promise<string[]> | undefined;
      things.db.on('operation-start', ({ method }) => {
        if (method === 'bulkWrite') more ??= makePatient(1);
      });
      relayOn(bus);
      await eventually(() => more !== undefined);
      const [announced = ''] = (await more) ?? [];
      await eventually(() => bus.ids().includes(announced));
      await eventually(async () => (await waitingCount()) === 0);
    });

    test('keeps none that is due waiting for them', async () => {
      const ids = new Set(await makePatient(60));
      let release: () => void = () => undefined;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      let isUnderWay = false;
      const bus = fakeBus();
      relayOn({
        publish: async (envelopes) => {
          if (envelopes.some(({ id }) => ids.has(id))) {
            isUnderWay = true;
            await isReleased;
          }
          await bus.publish(envelopes);
        },
      });
      await eventually(() => isUnderWay);
      const { made } = await make();
      await eventually(() => bus.ids().includes(made[0]?.id ?? ''));
      expect(bus.arrived).toHaveLength(1);
      release();
      await eventually(() => bus.arrived.length === 61);
    });

    test('sends those of a document in order when a change makes them due', async () => {
      const bus = fakeBus();
      const [first = ''] = await makePatient(1);
      const thing = await things.findOne().lean<Thing>();
      if (thing === null) throw new Error('Nothing was made');
      const second = await change(thing._id, 1);
      await relayOn(bus).drain();
      expect(bus.ids()).toEqual([first, second.id]);
    });
  });

  test('loses nothing of a document that changes while its events are on their way', async () => {
    const { _id, made } = await make();
    const added: Envelope[] = [];
    const bus = fakeBus();
    await relayOn({
      publish: async (envelopes) => {
        if (added.length === 0) added.push(await change(_id, 1));
        await bus.publish(envelopes);
      },
    }).drain();
    expect(bus.ids()).toEqual([...made, ...added].map(({ id }) => id));
    expect(await stored(_id)).toMatchObject({ version: 2, outbox: [] });
    expect(await waitingCount()).toBe(0);
  });

  test('two of them on one store lose nothing while documents change, and each document keeps its order', async () => {
    const bus = fakeBus();
    relayOn(bus);
    relayOn(bus);
    const made = await Promise.all(Array.from({ length: 20 }, () => make()));
    const all = made.flatMap((each) => each.made);
    for (let version = 1; version < 6; version += 1) {
      for (const { _id } of made) {
        all.push(await change(_id, version));
      }
    }
    await eventually(async () => (await waitingCount()) === 0);
    expect(new Set(bus.ids())).toEqual(new Set(all.map(({ id }) => id)));
    const firsts = new Map<string, number[]>();
    const seen = new Set<string>();
    for (const { id, subject, sequence } of bus.arrived) {
      if (!seen.has(id)) firsts.set(subject, [...(firsts.get(subject) ?? []), sequence]);
      seen.add(id);
    }
    for (const sequences of firsts.values()) expect(sequences).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('an event that the bus does not take', () => {
  test('stays with the later ones of its document, while other documents go on', async () => {
    const bus = fakeBus();
    const { _id, made } = await make(3);
    const other = await make();
    bus.trouble.refuses = ({ id }) => id === made[1]?.id;
    const relay = relayOn(bus);
    await expect(relay.drain()).rejects.toThrow('Events of things could not be sent');

    expect((await stored(_id))?.outbox?.map(({ id }) => id)).toEqual(made.slice(1).map(({ id }) => id));
    expect(bus.ids()).not.toContain(made[2]?.id);
    expect(bus.ids()).toContain(other.made[0]?.id);
    expect((await stored(other._id))?.outbox).toEqual([]);

    bus.trouble.refuses = () => false;
    await relay.drain();
    expect(await waitingCount()).toBe(0);
    expect(bus.ids()).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  });

  test('is tried again by itself until it goes out, said once and said again when it is over', async () => {
    const lines = logLines();
    const bus = fakeBus();
    let refusals = 3;
    bus.trouble.refuses = () => (refusals -= 1) >= 0;
    const { made } = await make();
    relayOn(bus, { log: lines.log });
    await eventually(() => bus.ids().includes(made[0]?.id ?? ''));
    await eventually(async () => (await waitingCount()) === 0);
    expect(bus.tries()).toBe(4);
    await lines.waitFor('outbox publishing recovered');
    expect(
      lines.all().filter(({ msg }) => msg === 'outbox events could not be published, retrying'),
    ).toHaveLength(1);
  });

  test('goes out as soon as another that failed does, whatever is left of its rest', async () => {
    const bus = fakeBus();
    let isAway = true;
    bus.trouble.refuses = () => isAway;
    const { made: old } = await make();
    relayOn(bus);
    // Failed so often that it rests 1.6 s now.
    await eventually(() => bus.tries() >= 5);
    const triesBefore = bus.tries();
    const { made: fresh } = await make();
    await eventually(() => bus.tries() > triesBefore);
    isAway = false;
    await eventually(() => bus.ids().includes(fresh[0]?.id ?? ''));
    // In the next turns, and not when a timer says so.
    const isSent = () => bus.ids().includes(old[0]?.id ?? '');
    for (let turns = 0; turns < 1_000 && !isSent(); turns += 1) await nextTurn();
    expect(isSent()).toBe(true);
  });

  test('is left where it is when the relay stops, and goes out after the next start', async () => {
    const lines = logLines();
    const bus = fakeBus();
    bus.trouble.refuses = () => true;
    const { _id, made } = await make();
    const relay = relayOn(bus, { log: lines.log });
    await relay.stop();
    expect(lines.text()).toContain('they will be published after the next start');
    expect((await stored(_id))?.outbox).toHaveLength(1);

    bus.trouble.refuses = () => false;
    await relayOn(bus).drain();
    expect(bus.ids()).toEqual(made.map(({ id }) => id));
  });
});

test('what others take no more while all are being stopped is said in one sentence, without a stack', async () => {
  const lines = logLines();
  const bus = fakeBus();
  bus.trouble.refuses = () => true;
  const relay = relayOn(bus, { log: lines.log });
  await relay.drain();
  relay.stopping();
  await make();
  await eventually(() => bus.tries() > 2);
  await relay.stop();
  const warnings = lines.all().filter(({ level }) => level === 'warn');
  expect(warnings.map(({ msg }) => msg)).toEqual([
    'stopped with events in the outbox, they will be published after the next start',
  ]);
  expect(warnings[0]).not.toHaveProperty('err');
});

test('killed between sending and clearing it sends the events again, and clears them', async () => {
  const bus = fakeBus();
  const { _id, made } = await make(2);
  let reportSent: () => void = () => undefined;
  const wasSent = new Promise<void>((resolve) => (reportSent = resolve));
  // What a kill looks like from outside: the broker has the events, and nobody hears of it.
  startRelay({
    connection: store.connection,
    collections: ['things'],
    bus: {
      publish: async (envelopes) => {
        await bus.publish(envelopes);
        if (!envelopes.some(({ id }) => id === made.at(-1)?.id)) return;
        reportSent();
        await new Promise(() => undefined);
      },
    },
    catalogue: events,
    clock,
    log: silentLogger,
    scheduler: schedulerOf(3_600_000),
  });
  await wasSent;
  expect((await stored(_id))?.outbox).toHaveLength(2);

  await relayOn(bus).drain();
  const twice = [...made, ...made].map(({ id }) => id);
  expect(bus.ids()).toEqual(twice);
  expect(await stored(_id)).toMatchObject({ outbox: [] });
});

test('a relay that is stopped sends nothing more', async () => {
  const bus = fakeBus();
  const relay = relayOn(bus);
  await relay.stop();
  await make();
  await relayOn(fakeBus()).drain();
  expect(bus.arrived).toEqual([]);
});

describe('a deleted document', () => {
  async function remove(_id: Types.ObjectId): Promise<Envelope> {
    const event = eventOf(_id, 2);
    await things.updateOne(alive({ _id, version: 1 }), tombstone(things, [event], clock.now()));
    return event;
  }

  test('is gone for queries and holds nothing of the record while its last event waits', async () => {
    const { _id } = await make(0, 'Dana');
    const event = await remove(_id);
    expect(await things.findOne(alive({ _id }))).toBeNull();
    const left = await stored(_id);
    expect(left).toMatchObject({ version: 2, deletedAt: clock.now() });
    expect(left?.outbox?.map(({ id }) => id)).toEqual([event.id]);
    expect(left).not.toHaveProperty('name');
  });

  test('goes for good a week after its last event went out, not before', async () => {
    const bus = fakeBus();
    const { _id } = await make(0);
    const event = await remove(_id);
    const first = relayOn(bus, { lookMs: 5 });
    await first.drain();
    expect(bus.ids()).toEqual([event.id]);
    expect(await stored(_id)).toMatchObject({ purgeAt: new Date('2026-11-27T17:00:00.000Z') });
    await first.stop();

    clock.advance(7 * 24 * 3600 * 1000 - 1);
    const second = await make(0);
    await remove(second._id);
    relayOn(bus, { lookMs: 5 });
    await eventually(async () => (await waitingCount()) === 0);
    expect(await stored(_id)).not.toBeNull();

    clock.advance(3_600_000);
    await eventually(async () => (await stored(_id)) === null);
    expect(await stored(second._id)).not.toBeNull();
  });
});
