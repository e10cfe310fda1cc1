import { events, leadAssigned, leadDeleted, leadHeld } from '@crm/contracts/bus/events.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { silentLogger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { indexSavedEvents, saveEvents, readSavedEvents } from './saved-events.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const specs = new Map(events.map((spec) => [spec.type as string, spec]));
let server: TestStore;
let store: Store;

beforeAll(async () => {
  server = await startTestStore();
  store = await connectMongo({ uri: server.uri, database: 'kept_events', log: silentLogger });
  await indexSavedEvents(store.connection);
});
beforeEach(() => store.connection.collection('events').deleteMany({}));
afterAll(async () => {
  await store.close();
  await server.stop();
});

const rows = () => store.connection.collection('events').find().sort({ _id: 1 }).toArray();
const keep = (...messages: Parameters<typeof saveEvents>[1]) =>
  saveEvents(store.connection, messages, specs, now);
const assigned = () => exampleEnvelope({ type: leadAssigned.type, data: leadAssigned.example });
const held = () => exampleEnvelope({ type: leadHeld.type, data: leadHeld.example });

test('an event that rebuilds need for good is kept without personal data', async () => {
  const event = assigned();
  await keep(event);
  const [row] = await rows();
  expect(row).toEqual({
    _id: event.id,
    type: 'lead.assigned',
    event: {
      ...event,
      data: {
        lead_id: leadAssigned.example.lead_id,
        from: leadAssigned.example.from,
        to: leadAssigned.example.to,
        how: leadAssigned.example.how,
      },
    },
  });
});

test('any other is kept whole, and the store may drop it after 7 days', async () => {
  const event = held();
  await keep(event);
  const [row] = await rows();
  expect(row).toMatchObject({ event, expiresAt: new Date('2026-11-27T17:00:00.000Z') });
});

test('an event that comes again stays as it is, and the new ones beside it are kept', async () => {
  const [old, fresh] = [held(), held()];
  await keep(old);
  await saveEvents(store.connection, [old, fresh], specs, new Date('2027-01-01T00:00:00.000Z'));
  const found = await rows();
  expect(found.map(({ _id }) => String(_id))).toEqual([old.id, fresh.id]);
  expect(found[0]).toMatchObject({ expiresAt: new Date('2026-11-27T17:00:00.000Z') });
});

test('a rebuild reads the types it wants page by page, oldest first', async () => {
  const messages = Array.from({ length: 7 }, assigned);
  const deleted = exampleEnvelope({ type: leadDeleted.type, data: leadDeleted.example });
  await keep(...messages.slice(0, 4), held(), deleted, ...messages.slice(4));

  const read: string[] = [];
  for (let after: string | undefined; ; after = read.at(-1)) {
    const page = await readSavedEvents(store.connection, {
      types: ['lead.assigned', 'lead.deleted'],
      after,
      limit: 3,
    });
    if (page.length === 0) break;
    expect(page.length).toBeLessThanOrEqual(3);
    read.push(...page.map(({ id }) => id));
  }
  expect(read).toEqual([...messages, deleted].map(({ id }) => id).sort());
});

test('every type that is kept for good names fields that its data has', () => {
  for (const { type, kept, example } of events) {
    for (const field of kept?.fields ?? [])
      expect([type, ...Object.keys(example)]).toContain(field.split('.')[0]);
  }
});
