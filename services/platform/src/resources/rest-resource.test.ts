import { roles } from '@crm/contracts/codes/roles.js';
import { flag } from '@crm/contracts/fields/choice-kinds.js';
import { count, instant } from '@crm/contracts/fields/kept-kinds.js';
import { choices } from '@crm/contracts/fields/several-kinds.js';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { secret } from '@crm/contracts/fields/secret-kinds.js';
import { defineResource } from '@crm/contracts/resources/define-resource.js';
import type { Model } from 'mongoose';
import { mountAll } from '../http/mount-endpoint.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { httpClient, type HttpClient } from '../testing/http-client.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { uniqueActor, uniqueId } from '../testing/unique.js';
import { alive, evenDeleted, waitingEvent } from '../outbox/outbox-fields.js';
import { createRecord, type Stored } from './records.js';
import { restResource } from './rest-resource.js';
import { resourceModel, type StoredOf } from './stored-record.js';

const shelves = defineResource({
  name: 'shelves',
  service: 'auth',
  one: 'shelf',
  many: 'shelves',
  fields: {
    name: text({ label: 'Name', max: 20, required: true, example: 'Upper' }),
    code: text({ label: 'Code', max: 20, required: true, writable: 'create', example: 'a-1' }),
    holds: choices({
      label: 'Holds',
      of: [
        { id: 'books', name: 'Books' },
        { id: 'files', name: 'Files' },
      ],
      none: 'Choose what it holds',
      example: ['books'],
    }),
    used: count({ label: 'Used', writable: 'never', example: 4 }),
    open: flag({ label: 'Open', writable: 'change', initially: 1, example: 1 }),
    checked_at: instant({ label: 'Last check', example: null }),
    pin: secret({ label: 'Pin', max: 9, example: '1234' }),
  },
  rights: { read: 'admin|agent', create: 'admin', change: 'admin', remove: 'admin' },
  sort: ['name', 'ASC'],
  search: ['name', 'code'],
  filters: ['holds', 'open'],
  unique: { code: 'Another shelf has this code' },
});
interface ShelfDoc extends StoredOf<typeof shelves.fields> {
  secret: string;
}

const clock = new ManualClock();
let store: TestStore;
let connected: Store;
let server: TestServer;
let model: Model<ShelfDoc>;
let admin: HttpClient;
let agent: HttpClient;

beforeAll(async () => {
  store = await startTestStore();
  connected = await connectMongo({ uri: store.uri, database: 'shelves', log: logLines('auth').log });
  model = resourceModel<typeof shelves.fields, ShelfDoc>(connected.connection, shelves, {
    more: { secret: String },
    indexes: [],
  });
  await model.createIndexes();
  const stored: Stored<typeof shelves.fields, ShelfDoc> = {
    resource: shelves,
    model,
    clock,
  };
  server = await startTestServer({
    clock,
    mount: (router, deps) => {
      const create = restResource(stored, {
        create: (actor, given) => createRecord(stored, actor, given, { secret: 'unseen' }),
      });
      mountAll(router, deps, create);
    },
  });
  admin = httpClient(server.url, server.tokens.tokenFor(uniqueActor(roles.admin)));
  agent = httpClient(server.url, server.tokens.tokenFor(uniqueActor(roles.agent)));
});
afterAll(async () => {
  await server.close();
  await connected.close();
  await store.stop();
});
beforeEach(async () => {
  await model.collection.deleteMany(evenDeleted({}));
});

/** What waits in the outbox of a record, deleted or not: what became of it, and at which version. */
async function waiting(id: string) {
  const doc = await model
    .findOne(evenDeleted({ _id: id }))
    .select('+outbox')
    .lean();
  return (doc?.outbox ?? []).map((each) => {
    const { type, subject, sequence, data } = waitingEvent(each);
    return { type, subject, sequence, data };
  });
}
/** The event of a change of a shelf. */
const event = (id: string, change: string, sequence: number) => ({
  type: 'record.changed',
  subject: `shelves/${id}`,
  sequence,
  data: { resource: 'shelves', id, change, user_id: null },
});

const { list, one, create, change, remove } = shelves.calls;
const given = (code: string, name = 'Upper') => ({ name, code, holds: ['books' as const] });
const made = async (code: string, name?: string) =>
  (await admin.call(create, { body: given(code, name) })).answer;

describe('a record', () => {
  test('takes what is never read back, and neither answers nor stores it by its definition', async () => {
    const { answer, body } = await admin.call(create, { body: { ...given('p-1'), pin: 'hidden-a' } });
    const changed = await admin.call(change, {
      params: { id: answer.id },
      body: { ...given('p-1'), version: 1, open: 0, pin: 'hidden-b' },
    });
    const stored = await model.findOne(alive({ _id: answer.id })).lean();
    expect(changed.answer.version).toBe(2);
    expect(JSON.stringify([body, changed.body, stored])).not.toMatch(/hidden|pin/);
    expect((await admin.call(list, { query: { sort: '["pin","ASC"]' } })).status).toBe(422);
  });

  test('is made of what may be written then, with the rest as it begins', async () => {
    const record = await made('a-1');
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
      version: 1,
      name: 'Upper',
      code: 'a-1',
      holds: ['books'],
      used: 0,
      open: 1,
      checked_at: null,
    });
    expect((await agent.call(one, { params: { id: record.id } })).answer).toEqual(record);
    expect(await model.findOne(alive({ _id: record.id })).lean()).toMatchObject({
      secret: 'unseen',
      createdAt: clock.now(),
    });
  });

  test('is refused with the sentence of each wrong field', async () => {
    const { status, refusal } = await admin.call(create, { body: { name: ' ', code: 'x', holds: [] } });
    expect([status, refusal.errors]).toEqual([
      422,
      { name: 'This field is required', holds: 'Choose what it holds' },
    ]);
  });

  test('has its unique values for itself', async () => {
    await made('twin');
    const { status, refusal } = await admin.call(create, { body: given('twin') });
    expect([status, refusal.errors]).toEqual([409, { code: 'Another shelf has this code' }]);
  });

  test('is changed on the version that was read, in what may be changed', async () => {
    const record = await made('b-1');
    const body = { ...record, name: 'Lower', open: 0 as const, code: 'other', used: 99 };
    const { answer } = await admin.call(change, { params: { id: record.id }, body });
    expect(answer).toEqual({ ...record, version: 2, name: 'Lower', open: 0 });
  });

  test('that somebody else changed first is refused with the fields that differ', async () => {
    const record = await made('c-1');
    const params = { id: record.id };
    await admin.call(change, { params, body: { ...record, name: 'Theirs' } });
    const { status, refusal } = await admin.call(change, { params, body: { ...record, name: 'Mine' } });
    expect(status).toBe(409);
    expect(refusal.conflict).toMatchObject({
      version: 2,
      fields: [{ field: 'name', yours: 'Mine', theirs: 'Theirs' }],
    });
    expect((await admin.call(one, { params })).answer.name).toBe('Theirs');
  });

  test('from before there were versions is changed as version 0', async () => {
    const { id } = await made('d-1');
    await model.collection.updateOne({ code: 'd-1' }, { $unset: { version: 1 } });
    const old = (await admin.call(one, { params: { id } })).answer;
    expect(old.version).toBe(0);
    const { answer } = await admin.call(change, { params: { id }, body: { ...old, name: 'Newer' } });
    expect([answer.version, answer.name]).toEqual([1, 'Newer']);
  });

  test('is deleted, and unknown from then on', async () => {
    const { id } = await made('e-1');
    expect((await admin.call(remove, { params: { id } })).answer.code).toBe('e-1');
    expect((await admin.call(one, { params: { id } })).status).toBe(404);
    const body = { ...given('e-1'), version: 0, open: 1 as const };
    expect((await admin.call(change, { params: { id }, body })).status).toBe(404);
    expect((await admin.call(remove, { params: { id: uniqueId() } })).status).toBe(404);
  });

  test('is written by those alone who have the right', async () => {
    const record = await made('f-1');
    const params = { id: record.id };
    expect((await agent.call(create, { body: given('f-2') })).refusal.code).toBe('forbidden');
    expect((await agent.call(change, { params, body: record })).refusal.code).toBe('forbidden');
    expect((await agent.call(remove, { params })).refusal.code).toBe('forbidden');
    expect((await agent.call(list, { query: {} })).status).toBe(200);
  });
});

describe('everybody who may read a record', () => {
  test('is told that it was made, changed and deleted, in the write that did it', async () => {
    const record = await made('g-1');
    const params = { id: record.id };
    await admin.call(change, { params, body: { ...record, name: 'Lower' } });
    await admin.call(remove, { params });
    expect(await waiting(record.id)).toEqual([
      event(record.id, 'created', 1),
      event(record.id, 'updated', 2),
      event(record.id, 'deleted', 3),
    ]);
  });

  test('is told nothing of a change that was refused', async () => {
    const record = await made('h-1');
    await admin.call(change, { params: { id: record.id }, body: { ...record, version: 9 } });
    await admin.call(create, { body: given('h-1') });
    expect(await waiting(record.id)).toEqual([event(record.id, 'created', 1)]);
  });
});

describe('a list', () => {
  const names = async (query: Record<string, string>) => {
    const { answer, headers } = await admin.call(list, { query });
    return [answer.map(({ name }) => name), headers.get('content-range')];
  };
  beforeEach(async () => {
    for (const [number, name] of ['Oak tall', 'Pine', 'Elm', 'Tall ash'].entries()) {
      await made(`l-${String(number)}`, name);
    }
  });

  test.each([
    ['by its own order', {}, ['Elm', 'Oak tall', 'Pine', 'Tall ash'], 'shelves 0-3/4'],
    ['the rows of a range', { range: '[1,2]' }, ['Oak tall', 'Pine'], 'shelves 1-2/4'],
    ['by a field', { sort: '["code","DESC"]', range: '[0,1]' }, ['Tall ash', 'Elm'], 'shelves 0-1/4'],
    ['that a word begins with', { filter: '{"q":"tal"}' }, ['Oak tall', 'Tall ash'], 'shelves 0-1/2'],
    ['that all words begin with', { filter: '{"q":"TALL as"}' }, ['Tall ash'], 'shelves 0-0/1'],
    ['of which nothing is inside a word', { filter: '{"q":"lm"}' }, [], 'shelves */0'],
    ['of which signs mean themselves', { filter: '{"q":".*"}' }, [], 'shelves */0'],
  ])('holds what is asked for: %s', async (_what, query, found, range) => {
    expect(await names(query)).toEqual([found, range]);
  });

  test.each([
    ['one of several values', { holds: ['books'] }, 4],
    ['any of the values that are named', { holds: ['books', 'files'] }, 5],
    ['a flag', { open: ['0'] }, 1],
    ['several fields at once', { holds: ['files'], open: ['0'] }, 1],
    ['a search beside them', { q: 'Filed', open: ['0'] }, 1],
  ])('is narrowed by %s', async (_what, filter, found) => {
    const record = await made('l-9', 'Filed');
    const body = { ...record, holds: ['files' as const], open: 0 as const };
    await admin.call(change, { params: { id: record.id }, body });
    expect((await names({ filter: JSON.stringify(filter) }))[0]).toHaveLength(found);
  });

  test('of certain ids holds those', async () => {
    const { id } = await made('wanted', 'Wanted');
    expect(await names({ filter: JSON.stringify({ id: [id] }) })).toEqual([['Wanted'], 'shelves 0-0/1']);
  });

  test.each([
    ['a column that there is not', { sort: '["secret","ASC"]' }, 'sort'],
    ['a filter that there is not', { filter: '{"secret":"unseen"}' }, 'filter'],
    ['a value that there is not', { filter: '{"holds":["shoes"]}' }, 'filter'],
    ['what is no JSON', { filter: '{' }, 'filter'],
  ])('is refused for %s', async (_what, query, field) => {
    const { status, refusal } = await admin.call(list, { query });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });
});
