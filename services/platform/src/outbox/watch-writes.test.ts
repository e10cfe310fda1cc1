import { Schema, Types, type Model } from 'mongoose';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { silentLogger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { addOutbox, insertWithEvents, tombstone, withEvents, type OutboxFields } from './outbox-fields.js';
import type { StoredDocument } from './waiting-events.js';
import { watchWrites } from './watch-writes.js';

interface Thing extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
}

const now = new Date('2026-11-20T17:00:00.000Z');
let server: TestStore;
let store: Store;
let things: Model<Thing>;
let written: StoredDocument[];
let unclear: (readonly unknown[] | undefined)[];

beforeAll(async () => {
  server = await startTestStore();
  store = await connectMongo({ uri: server.uri, database: 'watched', log: silentLogger });
  const schema = new Schema<Thing>({ name: String }, { collection: 'things' });
  addOutbox(schema);
  things = store.connection.model<Thing>('Thing', schema);
  await store.buildIndexes([things]);
  watchWrites(store.connection, 'things', {
    written: (document) => written.push(document),
    unclear: (ids) => unclear.push(ids),
  });
});
beforeEach(() => {
  written = [];
  unclear = [];
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

const event = (sequence: number) => exampleEnvelope({ type: 'lead.updated', subject: 'thing/1', sequence });
const idsIn = ({ outbox }: StoredDocument) => outbox.map(({ id }) => id);

/** A thing that stands with its first event in its outbox. */
async function made() {
  const _id = new Types.ObjectId();
  const first = event(1);
  await things.collection.insertOne(insertWithEvents({ _id, name: 'one' }, [first], now));
  return { _id, first };
}

test('an insert tells of its document', async () => {
  const { _id, first } = await made();
  const [document, ...more] = written;
  expect(more).toEqual([]);
  expect(document).toMatchObject({ _id, version: 1, outboxAt: now });
  expect(document && idsIn(document)).toEqual([first.id]);
});

test('an insert through the model does, and many at once', async () => {
  await things.create(insertWithEvents({ _id: new Types.ObjectId(), name: 'one' }, [event(1)], now));
  await things.insertMany([
    insertWithEvents({ _id: new Types.ObjectId(), name: 'two' }, [event(1)], now),
    insertWithEvents({ _id: new Types.ObjectId(), name: 'three' }, [], now),
  ]);
  expect(written.map(({ outbox }) => outbox.length)).toEqual([1, 1]);
});

test('an update tells of all that waits in its document, and answers as an update does', async () => {
  const { _id, first } = await made();
  const second = event(2);
  const update = withEvents({ $set: { name: 'two' } }, [second], now);
  const answer = await things.updateOne({ _id, version: 1 }, update);
  expect(answer).toEqual({
    acknowledged: true,
    ...{ matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null },
  });
  expect(written[1]).toMatchObject({ _id, version: 2 });
  expect(written[1] && idsIn(written[1])).toEqual([first.id, second.id]);
});

test('an update that comes too late tells nothing and changed nothing', async () => {
  const { _id } = await made();
  const answer = await things.updateOne({ _id, version: 7 }, withEvents({}, [event(8)], now));
  expect(answer).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 0 });
  expect(written).toHaveLength(1);
  expect(unclear).toEqual([]);
});

test('an upsert says what it made', async () => {
  const _id = new Types.ObjectId();
  const answer = await things.updateOne({ _id }, withEvents({ $set: { name: 'new' } }, [event(1)], now), {
    upsert: true,
  });
  expect(answer).toMatchObject({ matchedCount: 0, upsertedCount: 1, upsertedId: _id });
  expect(written).toMatchObject([{ _id, version: 1 }]);
});

test('what is inserted where nothing stood is told of, once', async () => {
  const _id = new Types.ObjectId();
  const { version, outbox, outboxAt } = insertWithEvents({}, [event(1)], now);
  const upsert = () =>
    things.updateOne({ _id }, { $setOnInsert: { name: 'new', version, outbox, outboxAt } }, { upsert: true });
  await upsert();
  await upsert();
  expect(written).toMatchObject([{ _id, version: 1 }]);
});

test.each([
  ['before', undefined, 'one'],
  ['after', 'after' as const, 'two'],
])('a document that is found as it was %s the update comes without its outbox', async (_is, when, name) => {
  const { _id, first } = await made();
  const second = event(2);
  const found = await things
    .findOneAndUpdate({ _id, version: 1 }, withEvents({ $set: { name: 'two' } }, [second], now), {
      ...(when === undefined ? {} : { returnDocument: when }),
    })
    .lean<Thing>();
  expect(found).toEqual({ _id, name, version: when === undefined ? 1 : 2 });
  expect(written[1]).toMatchObject({ version: 2 });
  expect(written[1] && idsIn(written[1])).toEqual([first.id, second.id]);
});

test('of a document only what was asked for is answered', async () => {
  const { _id } = await made();
  const update = withEvents({ $set: { name: 'two' } }, [event(2)], now);
  const found = await things
    .findOneAndUpdate({ _id }, update, { projection: { name: 1 }, returnDocument: 'after' })
    .lean<Thing>();
  expect(found).toEqual({ _id, name: 'two' });
  expect(written[1]?.outbox).toHaveLength(2);
});

test('a tombstone is told of as one', async () => {
  const { _id } = await made();
  await things.updateOne({ _id, version: 1, deletedAt: null }, tombstone(things, [event(2)], now));
  expect(written[1]).toMatchObject({ _id, version: 2, deletedAt: now });
});

test('of many updates at once it is said whom they were about', async () => {
  const [one, two] = [await made(), await made()];
  await things.bulkWrite(
    [one, two].map(({ _id }) => ({
      updateOne: { filter: { _id, version: 1 }, update: withEvents({}, [event(2)], now) },
    })),
  );
  expect(unclear).toEqual([[one._id, two._id]]);
});

test('a write that breaks off says of whom it is not known, one that is refused says nothing', async () => {
  const { _id } = await made();
  const again = () => things.collection.insertOne(insertWithEvents({ _id, name: 'again' }, [event(1)], now));
  await expect(again()).rejects.toThrow('E11000');
  expect(unclear).toEqual([]);
  const other = new Types.ObjectId();
  const both = [_id, other].map((each) => insertWithEvents({ _id: each, name: 'both' }, [event(1)], now));
  await expect(things.collection.insertMany(both, { ordered: false })).rejects.toThrow('E11000');
  expect(unclear).toEqual([[_id, other]]);
});

test('what carries no events is left as it is', async () => {
  const { _id } = await made();
  await things.updateOne({ _id }, { $set: { name: 'quiet' } });
  await things.bulkWrite([{ updateOne: { filter: { _id }, update: { $set: { name: 'quieter' } } } }]);
  expect(await things.findOneAndUpdate({ _id }, { $set: { name: 'quietest' } }).lean()).toMatchObject({
    name: 'quieter',
  });
  expect(written).toHaveLength(1);
  expect(unclear).toEqual([]);
});
