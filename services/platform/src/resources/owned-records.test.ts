import { roles } from '@crm/contracts/codes/roles.js';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { person } from '@crm/contracts/fields/kept-kinds.js';
import { defineResource } from '@crm/contracts/resources/define-resource.js';
import type { Model } from 'mongoose';
import { mountAll } from '../http/mount-endpoint.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { evenDeleted, waitingEvent } from '../outbox/outbox-fields.js';
import { httpClient, type HttpClient } from '../testing/http-client.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { uniqueActor } from '../testing/unique.js';
import { createRecord, overwriteRecord, recordsOfOwner, type Stored } from './records.js';
import { restResource } from './rest-resource.js';
import { resourceModel, type StoredOf } from './stored-record.js';

const boxes = defineResource({
  name: 'boxes',
  service: 'auth',
  one: 'box',
  many: 'boxes',
  fields: {
    user_id: person({ label: 'Owner', example: '66f0a1b2c3d4e5f601020304' }),
    name: text({ label: 'Name', max: 20, required: true, none: 'Required.', example: 'Small' }),
  },
  owner: 'user_id',
  rights: { read: 'owner', create: 'self', change: 'owner', remove: 'owner' },
  sort: ['name', 'ASC'],
  sortsCaseless: true,
  search: ['name'],
  most: { count: 3, sentence: 'At most 3 boxes' },
});
type BoxDoc = StoredOf<typeof boxes.fields>;

const adminActor = uniqueActor(roles.admin);
const clock = new ManualClock();
let store: TestStore;
let connected: Store;
let server: TestServer;
let model: Model<BoxDoc>;
let stored: Stored<typeof boxes.fields, BoxDoc>;
let admin: HttpClient;

beforeAll(async () => {
  store = await startTestStore();
  connected = await connectMongo({ uri: store.uri, database: 'boxes', log: logLines('auth').log });
  model = resourceModel(connected.connection, boxes, { more: {}, indexes: [], collection: 'oldboxes' });
  await model.createIndexes();
  stored = {
    ...{ resource: boxes, model, clock },
    clean: ({ name = '', ...others }) => ({ ...others, name: name.replace('<', '') }),
  };
  server = await startTestServer({
    clock,
    mount: (router, deps) => {
      mountAll(
        router,
        deps,
        restResource(stored, { create: (actor, given) => createRecord(stored, actor, given, {}) }),
      );
    },
  });
  admin = httpClient(server.url, server.tokens.tokenFor(adminActor));
});
afterAll(async () => {
  await server.close();
  await connected.close();
  await store.stop();
});

const { list, one, create, change, remove } = boxes.calls;
function signIn() {
  const actor = uniqueActor(roles.agent);
  const client = httpClient(server.url, server.tokens.tokenFor(actor));
  const make = (name: string) => client.call(create, { body: { user_id: actor.id, name } });
  const listed = async (filter: object = {}) =>
    (await client.call(list, { query: { filter: JSON.stringify(filter) } })).answer.map(({ name }) => name);
  return { actor, client, make, listed };
}

test('everybody lists their own, whatever they ask for; an admin lists all, or those of some', async () => {
  const [mine, theirs] = [signIn(), signIn()];
  const { answer } = await theirs.make('Theirs');
  await mine.make('Mine');
  expect(await mine.listed()).toEqual(['Mine']);
  expect(await mine.listed({ user_id: [theirs.actor.id] })).toEqual([]);
  expect(await mine.listed({ id: [answer.id] })).toEqual([]);
  const ofAdmin = async (filter: object) =>
    (await admin.call(list, { query: { filter: JSON.stringify(filter), range: '[0,99]' } })).answer;
  expect((await ofAdmin({ user_id: [theirs.actor.id] })).map(({ name }) => name)).toEqual(['Theirs']);
  expect((await ofAdmin({})).map(({ name }) => name)).toEqual(expect.arrayContaining(['Mine', 'Theirs']));
});

test("another's is not there to be read, changed or deleted, and none is made in another's name", async () => {
  const [mine, theirs] = [signIn(), signIn()];
  const { id } = (await theirs.make('Theirs')).answer;
  const body = { version: 1, name: 'Taken' };
  expect((await mine.client.call(one, { params: { id } })).status).toBe(404);
  expect((await mine.client.call(change, { params: { id }, body })).status).toBe(404);
  expect((await mine.client.call(remove, { params: { id } })).status).toBe(404);
  const forThem = { user_id: theirs.actor.id, name: 'Gift' };
  expect((await mine.client.call(create, { body: forThem })).refusal.code).toBe('forbidden');
  expect(await theirs.listed()).toEqual(['Theirs']);
});

test('an admin works on anybody’s; its owner stays, and each write says whose it is', async () => {
  const { actor, make } = signIn();
  const { id } = (await make('First')).answer;
  const changed = await admin.call(change, { params: { id }, body: { version: 1, name: 'Second' } });
  expect(changed.answer).toEqual({ id, version: 2, user_id: actor.id, name: 'Second' });
  await admin.call(remove, { params: { id } });
  const doc = await model
    .findOne(evenDeleted({ _id: id }))
    .select('+outbox')
    .lean();
  const events = (doc?.outbox ?? []).map((each) => waitingEvent(each).data);
  expect(events).toEqual(
    ['created', 'updated', 'deleted'].map((what) => ({
      resource: 'boxes',
      id,
      change: what,
      user_id: actor.id,
    })),
  );
});

test('the order takes capitals and small letters for the same, after a change too', async () => {
  const { actor, client, make, listed } = signIn();
  const { id } = (await make('alpha')).answer;
  await make('Beta');
  await make('gamma');
  expect(await listed()).toEqual(['alpha', 'Beta', 'gamma']);
  await client.call(change, { params: { id }, body: { version: 1, name: 'Zeta' } });
  expect(await listed()).toEqual(['Beta', 'gamma', 'Zeta']);
  expect((await recordsOfOwner(stored, actor.id)).map(({ name }) => name)).toEqual(['Beta', 'gamma', 'Zeta']);
});

test('one more than an owner may have is refused; a deleted one counts no longer', async () => {
  const { client, make } = signIn();
  const { id } = (await make('1')).answer;
  await make('2');
  await make('3');
  const refused = await make('4');
  expect([refused.status, refused.refusal.message]).toEqual([422, 'At most 3 boxes']);
  await client.call(remove, { params: { id } });
  expect((await make('4')).status).toBe(200);
});

test('what is written is kept as its service cleans it, and its own sentence says what is missing', async () => {
  const { client, make } = signIn();
  const { answer } = await make('<Bold');
  expect(answer.name).toBe('Bold');
  const params = { id: answer.id };
  const changed = await client.call(change, { params, body: { version: 1, name: '<i' } });
  expect(changed.answer.name).toBe('i');
  expect((await make(' ')).refusal.errors).toEqual({ name: 'Required.' });
});

test('a call that carries no version writes beside what others changed meanwhile', async () => {
  const { actor, make } = signIn();
  const { id } = (await make('First')).answer;
  const [a, b] = await Promise.all([
    overwriteRecord(stored, actor, id, { name: 'A' }),
    overwriteRecord(stored, actor, id, { name: 'B' }),
  ]);
  expect([a, b].map((record) => Reflect.get(record, 'version')).sort()).toEqual([2, 3]);
  await expect(overwriteRecord(stored, uniqueActor(roles.agent), id, { name: 'C' })).rejects.toThrow(
    'Box not found',
  );
});
