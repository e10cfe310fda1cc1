import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { offices } from '@crm/contracts/resources/offices.fixture.js';
import { probeBus } from '../bus/bus-probe.js';
import { createMemoryBus } from '../bus/memory-bus.js';
import { httpClient } from '../testing/http-client.js';
import { logLines } from '../testing/log-lines.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { testKeysOf, testPublicKeys } from '../testing/service-keys.js';
import { createTestTokens } from '../testing/tokens.js';
import { uniqueActor } from '../testing/unique.js';
import { atOnce, type Migration } from '../migrations/migration.js';
import { eventually } from '../bus/testing/eventually.js';
import { createService, type ServiceConfig, type ServiceDefinition } from './create-service.js';

type Definition = ServiceDefinition<
  ServiceConfig,
  Record<string, never>,
  object,
  Record<string, { stop(): Promise<void> }>
>;

let store: TestStore;

beforeAll(async () => {
  store = await startTestStore();
});

afterAll(() => store.stop());

/** A service that has the least a service can have, beside what a test gives it, on a bus and store of its own. */
function serviceWith(parts: Partial<Definition>) {
  const lines = logLines('stats');
  const bus = createMemoryBus();
  const service = createService({
    name: 'stats',
    config: {
      ...{
        port: 0,
        host: '127.0.0.1',
        metricsPort: undefined,
        mongodbUri: store.newDatabase(),
        rabbitmqUrl: undefined,
      },
      serviceKeys: { own: testKeysOf('stats'), known: testPublicKeys },
      ...{ answers: 'strict', otlpEndpoint: undefined, logLevel: 'info' },
      ...{ trustProxy: 1, auditExportUrl: undefined, bulkReadingRecords: 60 },
    },
    overrides: { bus, log: lines.log },
    others: {},
    publicKeys: createTestTokens().keys,
    fetchSessions: async ({ clock }) => ({
      at: clock.now().toISOString(),
      versions: {},
      revoked: [],
      ended: [],
      kept: [],
    }),
    models: () => ({}),
    context: () => ({}),
    consumers: () => [],
    workers: () => ({}),
    routes: () => [],
    ...parts,
  } satisfies Definition);
  return { service, lines, bus };
}

const readyOf = async (url: string): Promise<unknown> => (await fetch(`${url}/readyz`)).json();

test('a service that is not started has nothing to show, and stops without harm', async () => {
  const { service, bus } = serviceWith({});
  expect(() => service.url).toThrow('The stats service is not started');
  expect(() => service.ctx).toThrow('not started');
  await service.stop();
  await bus.close();
});

test('it is ready once all of its projections are built, and names those that are not', async () => {
  let isBuilt = false;
  const { service, bus } = serviceWith({
    projections: () => ({ users: { isBuilt: () => isBuilt, stop: async () => undefined } }),
  });
  await service.start();
  expect(await readyOf(service.url)).toEqual({ ready: false, missing: ['users'] });
  isBuilt = true;
  expect(await readyOf(service.url)).toEqual({ ready: true });
  await service.stop();
  await bus.close();
});

test('what it has is started in one order, and what works by itself is stopped', async () => {
  const steps: string[] = [];
  const note = <T>(name: string, answer: T) => {
    return () => {
      steps.push(name);
      return answer;
    };
  };
  const stoppable = (name: string) => ({
    isBuilt: () => true,
    stop: note(`${name} stopped`, Promise.resolve()),
  });
  const { service, bus } = serviceWith({
    routes: note('routes', []),
    jobs: note('jobs', undefined),
    workers: note('workers', { sweep: stoppable('sweep') }),
    projections: note('projections', { users: stoppable('users') }),
    consumers: note('consumers', []),
    prepare: note('prepare', Promise.resolve()),
    context: note('context', {}),
    models: note('models', {}),
  });
  await service.start();
  const started = ['models', 'context', 'prepare', 'consumers', 'projections', 'workers', 'jobs', 'routes'];
  expect(steps).toEqual(started);
  await service.stop();
  expect(steps).toEqual([...started, 'users stopped', 'sweep stopped']);
  await bus.close();
});

test('a resource that is defined and nothing else is kept, answered and told of', async () => {
  const tokens = createTestTokens();
  const { service, bus } = serviceWith({ resources: [offices], publicKeys: tokens.keys });
  await service.start();
  const admin = httpClient(service.url, tokens.tokenFor(uniqueActor(roles.admin)));
  const agent = httpClient(service.url, tokens.tokenFor(uniqueActor(roles.agent)));
  const { id: _id, version: _version, ...given } = offices.example;
  const probe = await probeBus(bus, [recordChanged.type]);
  const { create, list, change } = offices.calls;
  const { answer: made } = await admin.call(create, { body: given });
  expect(made).toMatchObject({ ...given, version: 1 });
  const published = { data: { resource: 'offices', id: made.id, change: 'created' } };
  expect(await probe.until(({ length }) => length > 0)).toMatchObject([published]);
  expect((await agent.call(list, { query: { filter: '{"state":["TX"]}' } })).answer).toEqual([made]);
  expect((await agent.call(create, { body: given })).status).toBe(403);
  expect((await admin.call(create, { body: given })).refusal.errors).toEqual({
    name: 'Another office has this name',
  });
  const moved = await admin.call(change, { params: { id: made.id }, body: { ...made, state: 'OK' } });
  expect(moved.answer).toEqual({ ...made, version: 2, state: 'OK' });
  await service.stop();
  await bus.close();
});

test('a start that fails leaves nothing open behind the stop', async () => {
  const { service, lines, bus } = serviceWith({
    prepare: () => Promise.reject(new Error('nothing to begin with')),
  });
  await expect(service.start()).rejects.toThrow('nothing to begin with');
  expect(() => service.url).toThrow('not started');
  await service.stop();
  expect(await lines.waitFor('stopped')).toBeDefined();
  await bus.close();
});

test('its migrations run before it takes requests and beside them, and its metrics tell how far they are', async () => {
  const ran: string[] = [];
  const migration = (id: string, version: number, runs: Migration['runs']): Migration => ({
    ...{ id, collection: 'things', version, runs },
    next: atOnce(async () => {
      ran.push(id);
    }),
  });
  const { service, bus } = serviceWith({
    migrations: () => [migration('named', 1, 'before'), migration('sealed', 2, 'after')],
    prepare: async () => {
      ran.push('prepared');
    },
  });
  await service.start();
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  await eventually(async () => /^migration_open\{.*collection="things".*\} 0$/m.test(await metrics()));
  expect(ran).toEqual(['named', 'prepared', 'named', 'sealed']);
  expect(await metrics()).toMatch(/^schema_version\{.*collection="things".*\} 2$/m);
  await service.stop();
  await bus.close();
});

test('a store that a newer release has migrated is refused before anything is done to it', async () => {
  const { service, bus } = serviceWith({
    context: async ({ connection }) => {
      await connection
        .collection<{ _id: string; readableFrom: number }>('schemaversions')
        .insertOne({ _id: 'texts', readableFrom: 2 });
      return {};
    },
    prepare: () => Promise.reject(new Error('It went on')),
  });
  await expect(service.start()).rejects.toThrow(
    /^The stats service cannot start: the collection texts was migrated to schema version 2 /,
  );
  await service.stop();
  await bus.close();
});
