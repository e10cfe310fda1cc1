import { jest } from '@jest/globals';
import { Types } from 'mongoose';
import { silentLogger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { NotKnownYet, stateProjection, stillThere, type StatedRecord } from './state-projection.js';

interface KnownUser {
  _id: Types.ObjectId;
  name: string;
  version: number;
  online: number;
  presenceVersion: number;
}

const now = new Date('2026-11-20T17:00:00.000Z');
let server: TestStore;
let store: Store;

beforeAll(async () => {
  server = await startTestStore();
  store = await connectMongo({ uri: server.uri, database: 'state_projection', log: silentLogger });
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

const rows = () => store.connection.collection<KnownUser>('known_users');
const projection = () =>
  stateProjection<KnownUser>({
    connection: store.connection,
    collection: 'known_users',
    guards: ['version', 'presenceVersion'],
  });
const rowOf = (id: Types.ObjectId) => rows().findOne({ _id: id });

const profile = (sequence: number, name: string) => ({ guard: 'version', sequence, set: { name } }) as const;
const presence = (sequence: number, online: number) =>
  ({ guard: 'presenceVersion', sequence, set: { online } }) as const;

function stated(id: Types.ObjectId, sequence: number, name: string, online = 0): StatedRecord<KnownUser> {
  return { id, parts: [profile(sequence, name), presence(sequence, online)] };
}

describe('a projection of state', () => {
  test('makes a row for a record it has not heard of, with every part', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 3, 'Dana', 1)]);
    expect(await rowOf(id)).toEqual({ _id: id, name: 'Dana', online: 1, version: 3, presenceVersion: 3 });
  });

  test('takes a newer state', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 3, 'Dana')]);
    await projection().put([stated(id, 4, 'Dana Reyes', 1)]);
    expect(await rowOf(id)).toMatchObject({ name: 'Dana Reyes', online: 1, version: 4, presenceVersion: 4 });
  });

  test('is not changed by an older state that comes late', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 4, 'Dana Reyes', 1)]);
    const before = await rowOf(id);
    await projection().put([stated(id, 3, 'Dana')]);
    await projection().change(id, presence(2, 0));
    expect(await rowOf(id)).toEqual(before);
  });

  test('is not changed by the same state coming again', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 4, 'Dana', 1)]);
    const before = await rowOf(id);
    await projection().put([stated(id, 4, 'Dana', 1)]);
    await projection().change(id, presence(4, 1));
    expect(await rowOf(id)).toEqual(before);
  });

  test('keeps a newer part while it takes an older one that it has not heard of', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 3, 'Dana')]);
    await projection().change(id, presence(6, 1));
    await projection().put([stated(id, 5, 'Dana Reyes', 0)]);
    expect(await rowOf(id)).toMatchObject({ name: 'Dana Reyes', version: 5, online: 1, presenceVersion: 6 });
  });

  test('tells what a part was before, once', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 3, 'Dana', 1)]);
    const before = await projection().change(id, presence(6, 0));
    expect(before).toMatchObject({ online: 1, presenceVersion: 3 });
    expect(before).not.toHaveProperty('name');
    expect(await projection().change(id, presence(6, 0))).toBeUndefined();
    expect(await projection().change(id, presence(5, 1))).toBeUndefined();
  });

  test('takes a part that rows of an earlier revision do not have', async () => {
    const id = new Types.ObjectId();
    await rows().updateOne({ _id: id }, { $set: { name: 'Dana', version: 5 } }, { upsert: true });
    await projection().put([stated(id, 5, 'Dana', 1)]);
    expect(await rowOf(id)).toMatchObject({ version: 5, online: 1, presenceVersion: 5 });
  });

  test('refuses a part of a record it has not heard of, and makes no half row', async () => {
    const id = new Types.ObjectId();
    await expect(projection().change(id, presence(2, 1))).rejects.toThrow(NotKnownYet);
    expect(await rowOf(id)).toBeNull();
  });

  test('notes what comes at the same time together: each by its sequence, and who is unknown fails alone', async () => {
    const [known, ahead, unknown] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()];
    await projection().put([stated(known, 1, 'Dana'), stated(ahead, 7, 'Sam', 1)]);
    const users = projection();
    const note = (id: Types.ObjectId, part: ReturnType<typeof presence>) => users.note(id, part);
    const outcomes = await Promise.allSettled([
      note(known, presence(2, 1)),
      note(known, presence(4, 0)),
      note(known, presence(3, 1)),
      note(ahead, presence(6, 0)),
      note(unknown, presence(2, 1)),
    ]);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, false]);
    expect(outcomes.at(-1)).toMatchObject({ reason: { name: 'NotKnownYet' } });
    expect(await rowOf(known)).toMatchObject({ online: 0, presenceVersion: 4, version: 1 });
    expect(await rowOf(ahead)).toMatchObject({ online: 1, presenceVersion: 7 });
    expect(await rowOf(unknown)).toBeNull();
  });

  test('notes those of many in a few writes', async () => {
    const ids = Array.from({ length: 40 }, () => new Types.ObjectId());
    await projection().put(ids.map((id) => stated(id, 1, 'Dana')));
    const [alone, together] = [
      jest.spyOn(rows(), 'findOneAndUpdate'),
      jest.spyOn(store.connection.collection('known_users'), 'bulkWrite'),
    ];
    const users = projection();
    await Promise.all(ids.map((id) => users.note(id, presence(2, 1))));
    const writes = alone.mock.calls.length + together.mock.calls.length;
    alone.mockRestore();
    together.mockRestore();
    expect(writes).toBeLessThan(5);
    expect(await rows().countDocuments({ _id: { $in: ids }, online: 1 })).toBe(40);
  });

  test('puts many records at once, in one order or another, by two replicas at the same time', async () => {
    const ids = Array.from({ length: 40 }, () => new Types.ObjectId());
    const states = ids.flatMap((id) =>
      [1, 3, 2].map((sequence) => stated(id, sequence, `v${String(sequence)}`)),
    );
    await Promise.all([projection().put(states), projection().put([...states].reverse())]);
    const found = await rows()
      .find({ _id: { $in: ids } })
      .toArray();
    expect(found).toHaveLength(40);
    expect(new Set(found.map(({ name, version }) => `${name} ${String(version)}`))).toEqual(
      new Set(['v3 3']),
    );
  });

  test('makes new rows in one insert, and takes what is known of some already as the same said again', async () => {
    const ids = Array.from({ length: 6 }, () => new Types.ObjectId());
    const [plain, newer, gone] = ids;
    if (plain === undefined || newer === undefined || gone === undefined) throw new Error('No ids');
    // Of an earlier revision, which had no presence.
    await rows().updateOne({ _id: plain }, { $set: { name: 'v1', version: 1 } }, { upsert: true });
    await projection().put([stated(newer, 2, 'v2')]);
    await projection().forget(gone, 2, now);
    const all = ids.map((id) => stated(id, 1, 'v1', 1));
    await projection().put([...all, ...all]);
    expect(await rowOf(plain)).toMatchObject({ version: 1, online: 1, presenceVersion: 1 });
    expect(await rowOf(newer)).toMatchObject({ name: 'v2', version: 2 });
    expect(await rowOf(gone)).toMatchObject({ goneAt: now, version: 2 });
    for (const id of ids.slice(3))
      expect(await rowOf(id)).toMatchObject({ name: 'v1', online: 1, version: 1 });
  });

  test('puts nothing where there is nothing', async () => {
    await expect(projection().put([])).resolves.toBeUndefined();
  });
});

describe('a record that is gone', () => {
  test('leaves a row behind that holds nothing of it and that reads leave out', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 3, 'Dana', 1)]);
    await projection().forget(id, 4, now);
    expect(await rowOf(id)).toEqual({ _id: id, version: 4, presenceVersion: 4, goneAt: now });
    expect(await rows().countDocuments({ _id: id, ...stillThere })).toBe(0);
  });

  test('is not brought back by what was told of it before', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 3, 'Dana')]);
    await projection().forget(id, 5, now);
    await projection().put([stated(id, 4, 'Dana')]);
    await projection().put([stated(id, 5, 'Dana')]);
    await projection().change(id, presence(9, 1));
    await projection().forget(id, 5, new Date('2027-01-01T00:00:00.000Z'));
    expect(await rowOf(id)).toEqual({ _id: id, version: 5, presenceVersion: 5, goneAt: now });
  });

  test('is not brought back where its end came first', async () => {
    const id = new Types.ObjectId();
    await projection().forget(id, 5, now);
    await projection().put([stated(id, 1, 'Dana')]);
    expect(await rowOf(id)).toMatchObject({ goneAt: now });
    expect(await rowOf(id)).not.toHaveProperty('name');
  });

  test('stays where its end comes late and it was restored since', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 6, 'Dana')]);
    await projection().forget(id, 5, now);
    expect(await rowOf(id)).toMatchObject({ name: 'Dana', version: 6 });
  });

  test('comes back with a later state', async () => {
    const id = new Types.ObjectId();
    await projection().put([stated(id, 3, 'Dana')]);
    await projection().forget(id, 5, now);
    await projection().put([stated(id, 6, 'Dana', 1)]);
    expect(await rowOf(id)).toEqual({ _id: id, name: 'Dana', online: 1, version: 6, presenceVersion: 6 });
  });
});
