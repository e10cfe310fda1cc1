import mongoose, { Schema } from 'mongoose';
import { z } from 'zod';
import { silentLogger } from '../log/logger.js';
import { logLines } from '../testing/log-lines.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { connectMongo, type Store } from './connect.js';

let server: TestStore;
let store: Store;

const personSchema = new Schema(
  {
    email: { type: String, required: true },
    address: new Schema({ city: String }),
    anything: Schema.Types.Mixed,
  },
  { collection: 'people' },
);
personSchema.index({ email: 1 }, { unique: true });

beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  store = await connectMongo({ uri: server.uri, database: 'people_of_a_test', log: silentLogger });
});
afterEach(() => store.close());
afterAll(() => server.stop());

const people = () => store.connection.model('Person', personSchema);

test('connects to the database named, on a connection of its own', async () => {
  expect(store.connection.db?.databaseName).toBe('people_of_a_test');
  expect(store.isReady()).toBe(true);
  expect(mongoose.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  expect(mongoose.connection.models).toEqual({});
  await store.close();
  expect(store.isReady()).toBe(false);
});

test('one that is closed is not said to be unreachable', async () => {
  const lines = logLines();
  const own = await connectMongo({ uri: server.uri, database: 'people_of_a_test', log: lines.log });
  await own.close();
  expect(own.isReady()).toBe(false);
  expect(lines.text()).not.toContain('unreachable');
});

test('a store that has not answered the driver for two heartbeats is slow, not away', async () => {
  Object.assign(store.connection, { _lastHeartbeatAt: 0 });
  expect(store.connection.readyState).toBe(mongoose.ConnectionStates.disconnected);
  expect(store.isReady()).toBe(true);
  expect(await people().countDocuments({})).toBe(0);
});

test('counts what it writes, but not to collections that leave nothing to be done', async () => {
  const own = await connectMongo({
    ...{ uri: server.uri, database: 'people_of_a_test', log: silentLogger },
    idleCollections: ['reports'],
  });
  const write = (collection: string) =>
    own.connection.collection<{ _id: string }>(collection).updateOne({ _id: 'a' }, { $set: { at: 1 } });
  await write('people');
  expect(own.writes()).toBe(1);
  await write('reports');
  await write('activity');
  expect(own.writes()).toBe(1);
  await write('places');
  expect(own.writes()).toBe(2);
  expect(own.writes(['people', 'reports'])).toBe(1);
  expect(own.writes(['places', 'people'])).toBe(2);
  await own.close();
});

test('tells the time of the store', async () => {
  const answer = z
    .object({ localTime: z.date() })
    .parse(await store.connection.db?.admin().command({ hello: 1 }));
  expect(Math.abs(store.clock.now().getTime() - answer.localTime.getTime())).toBeLessThan(1_000);
});

test('makes indexes when it is told to, and not before', async () => {
  const model = people();
  await model.create({ email: 'a@example.com' });
  expect(await model.listIndexes()).toHaveLength(1);
  await store.buildIndexes([model]);
  expect(await model.listIndexes()).toHaveLength(2);
  await expect(model.create({ email: 'a@example.com' })).rejects.toMatchObject({ code: 11000 });
});

describe('a field that no schema names', () => {
  test('is refused in a new document, at any depth', async () => {
    const model = people();
    expect(() => new model({ email: 'b@example.com', admin: true })).toThrow(mongoose.Error.StrictModeError);
    const nested = new model({ email: 'b@example.com', address: { town: 'x' } });
    await expect(nested.save()).rejects.toThrow(/StrictModeError/);
  });

  test('is refused in a change', async () => {
    await expect(people().updateOne({ email: 'b@example.com' }, { $set: { admin: true } })).rejects.toThrow(
      mongoose.Error.StrictModeError,
    );
    await expect(people().findOneAndUpdate({ email: 'b@example.com' }, { admin: true })).rejects.toThrow(
      mongoose.Error.StrictModeError,
    );
  });

  test('is refused in a filter, where it would match everything or nothing', async () => {
    await expect(people().find({ emial: 'b@example.com' })).rejects.toThrow(/strictQuery/);
    await expect(people().deleteMany({ 'address.town': 'x' })).rejects.toThrow(/strictQuery/);
  });

  test('is taken where the schema says so', async () => {
    const made = await people().create({ email: 'c@example.com', anything: { of: ['any', { kind: 1 }] } });
    expect((await people().findById(made._id).lean())?.anything).toEqual({ of: ['any', { kind: 1 }] });
    const open = store.connection.model('Open', new Schema({}, { strict: false, collection: 'open' }));
    expect(new open({ b: 'y' }).toObject()).toMatchObject({ b: 'y' });
  });
});

test('two services of one process have models of one name and connections of their own', async () => {
  const other = await connectMongo({ uri: server.uri, database: 'another_service', log: silentLogger });
  const theirs = other.connection.model('Person', new Schema({ name: String }, { collection: 'people' }));
  await theirs.create({ name: 'x' });
  await people().create({ email: 'd@example.com' });
  expect(await theirs.countDocuments({})).toBe(1);
  await other.close();
  expect(store.isReady()).toBe(true);
});

test('throws at once where the address is no address', async () => {
  await expect(connectMongo({ uri: 'nonsense', log: silentLogger })).rejects.toThrow(/scheme/i);
});
