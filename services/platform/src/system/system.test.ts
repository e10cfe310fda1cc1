import { events, userBanned } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Actor } from '@crm/contracts/access.js';
import {
  dropDeadLetter,
  dropDelivery,
  getSystemPart,
  listDeadLetters,
  listDeliveries,
  listSystemActions,
  readDeadLetter,
  readDelivery,
  retryDeadLetter,
  retryDelivery,
  systemEndpoints,
} from '@crm/contracts/http/system.js';
import { DeadLetter } from '../bus/bus.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { createMemoryBus, type MemoryBus } from '../bus/memory-bus.js';
import { consumerGroup, type ConsumerGroup } from '../deliveries/consumer-group.js';
import { consumeReliably } from '../deliveries/deliveries.js';
import type { FailedDelivery } from '../deliveries/failed-deliveries.js';
import { createHealth } from '../health/health.js';
import { addressOf } from '../http/call-address.js';
import { mountAll, type Route } from '../http/mount-endpoint.js';
import { silentLogger } from '../log/logger.js';
import { createBusMetrics } from '../metrics/bus-metrics.js';
import { createMetrics, type Metrics } from '../metrics/metrics.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { httpClient, type HttpClient } from '../testing/http-client.js';
import { heldJobs } from '../testing/held-jobs.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { uniqueActor } from '../testing/unique.js';
import { watchService } from './watch-service.js';

const userId = '507f191e810c19729de860ea';
const customer = 'Raymond Okafor';

let storeServer: TestStore;
let store: Store;
let bus: MemoryBus;
let clock: ManualClock;
let consumers: ConsumerGroup;
let metrics: Metrics;
let server: TestServer;
let ada: Actor;
let admin: HttpClient;
let databases = 0;
let outbox: { documents: number; oldestAt: Date | null };
/** What the handler does with a message. */
let handle: () => Promise<void>;
let isReady: boolean;

beforeAll(async () => {
  storeServer = await startTestStore();
});
beforeEach(async () => {
  databases += 1;
  const database = `system_${String(databases)}`;
  store = await connectMongo({ uri: storeServer.uri, database, log: silentLogger });
  bus = createMemoryBus();
  clock = new ManualClock();
  metrics = createMetrics('leads');
  outbox = { documents: 0, oldestAt: null };
  isReady = true;
  handle = async () => undefined;
  const { connection } = store;
  const health = createHealth({ carrier: () => isReady });
  consumers = await consumerGroup([
    consumeReliably({
      ...{ bus, connection, clock, scheduler: heldJobs, log: silentLogger },
      queue: 'leads.users',
      catalogue: events,
      handlers: { [userBanned.type]: () => handle() },
      observe: createBusMetrics(metrics.registry).observe,
    }),
  ]);
  // Gives up by itself what nobody wrote down: how messages get among the dead letters.
  for (const queue of ['leads.poison', 'gateway.broadcast']) {
    await bus.consume({
      queue,
      types: ['lead.assigned'],
      handle: async () => {
        throw new DeadLetter('cannot be read');
      },
    });
  }
  const relay = { waiting: async () => outbox };
  const routes: readonly Route[] = await watchService({
    service: 'leads',
    alsoFor: ['gateway'],
    ...{ connection, bus, consumers, relay, health, metrics, clock },
  });
  server = await startTestServer({
    service: 'leads',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, routes);
    },
  });
  ada = { ...uniqueActor(1), fullname: 'Ada Admin' };
  admin = httpClient(server.url, server.tokens.tokenFor(ada));
});
afterEach(async () => {
  await server.close();
  await consumers.cancel();
  await bus.close();
  await store.close();
});
afterAll(() => storeServer.stop());

const params = { service: 'leads' } as const;
const stored = () => store.connection.collection<FailedDelivery>('deliveries');

/** A message that was given up on, for a queue of this service or one that it once had. */
async function park(given: Partial<FailedDelivery> = {}): Promise<string> {
  const queue = given.queue ?? 'leads.users';
  const event: Envelope = exampleEnvelope({
    type: 'user.banned',
    subject: `user/${userId}`,
    data: { user_id: userId, fullname: customer, phone: '+12145550117' },
  });
  const _id = `${queue} ${event.id}`;
  const now = clock.now();
  await stored().insertOne({
    _id,
    queue,
    event,
    state: 'parked',
    attempts: 4,
    next: now,
    reason: `Error: no room for ${customer.replace(' ', '.')}@example.com`,
    failedAt: now,
    ...given,
  });
  return _id;
}

describe.each(systemEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    const ask = async (token: string | undefined, service = 'leads') => {
      const given = { ...(endpoint.example.params as Record<string, string>), service };
      const response = await fetch(`${server.url}${addressOf(endpoint, { params: given })}`, {
        method: endpoint.method,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      const { code } = (await response.json()) as { code?: string };
      return [response.status, code];
    };

    test('is for admins alone', async () => {
      expect(await ask(undefined)).toEqual([403, 'session_ended']);
      for (const role of [2, 3] as const)
        expect(await ask(server.tokens.tokenFor(uniqueActor(role)))).toEqual([403, 'forbidden']);
    });

    test('knows nothing of another service', async () => {
      expect(await ask(server.tokens.tokenFor(ada), 'messaging')).toEqual([404, 'not_found']);
    });
  },
);

test('a service tells how it is: queues, outbox, dead letters and what it misses', async () => {
  await park({ failedAt: new Date(clock.now().getTime() - 90_000) });
  outbox = { documents: 3, oldestAt: new Date(clock.now().getTime() - 5_000) };
  isReady = false;
  const { answer } = await admin.call(getSystemPart, { params });
  expect(answer).toMatchObject({
    service: 'leads',
    ready: false,
    missing: ['carrier'],
    queues: [
      {
        queue: 'leads.users',
        depth: 0,
        consumers: 1,
        waiting: 0,
        parked: 1,
        oldest_at: new Date(clock.now().getTime() - 90_000).toISOString(),
      },
    ],
    outbox: { documents: 3, oldest_at: new Date(clock.now().getTime() - 5_000).toISOString() },
    dead: 0,
  });
});

test('the same numbers stand in the metrics', async () => {
  await park({ failedAt: new Date(clock.now().getTime() - 90_000) });
  outbox = { documents: 3, oldestAt: new Date(clock.now().getTime() - 5_000) };
  await bus.publish([exampleEnvelope({ type: 'user.banned', data: { user_id: userId } })]);
  const text = await metrics.text();
  for (const line of [
    'service_ready{service="leads"} 1',
    'bus_queue_messages{queue="leads.users",service="leads"} 0',
    'bus_queue_consumers{queue="leads.users",service="leads"} 1',
    'bus_deliveries_parked{queue="leads.users",service="leads"} 1',
    'bus_deliveries_waiting{queue="leads.users",service="leads"} 0',
    'bus_deliveries_oldest_age_seconds{queue="leads.users",service="leads"} 90',
    'bus_dead_letters{service="leads"} 0',
    'outbox_documents{service="leads"} 3',
    'outbox_oldest_age_seconds{service="leads"} 5',
    'bus_messages_consumed_total{queue="leads.users",type="user.banned",outcome="done",service="leads"} 1',
  ])
    expect(text).toContain(line);
});

test('what cannot be read has no number, here and in the metrics, and the rest is told', async () => {
  await store.close();
  const { answer } = await admin.call(getSystemPart, { params });
  expect(answer.queues).toMatchObject([{ depth: 0, waiting: null, parked: null }]);
  const text = await metrics.text();
  expect(text).toContain('service_ready{service="leads"} 1');
  expect(text).not.toMatch(/^bus_deliveries_parked\{/m);
});

describe('a delivery that was given up on', () => {
  test('is listed page by page, without what it carries', async () => {
    const ids = [await park(), await park(), await park()].sort();
    const first = await admin.call(listDeliveries, { params, query: { limit: 2 } });
    expect(first.answer.deliveries.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const { answer } = await admin.call(listDeliveries, {
      params,
      query: { limit: 2, after: first.answer.next ?? '' },
    });
    expect(answer).toMatchObject({ deliveries: [{ id: ids[2], retryable: true, attempts: 4 }], next: null });
    expect(JSON.stringify([first.body, answer])).not.toContain('Okafor');
    expect(answer.deliveries[0]?.reason).toBe('Error: no room for (address)');
  });

  test('is read with what may be personal in it covered', async () => {
    const id = await park();
    const { answer } = await admin.call(readDelivery, { params: { ...params, id } });
    expect(answer.event.data).toEqual({
      user_id: userId,
      fullname: '(text, 14)',
      phone: '(text, 12)',
    });
    expect(answer.delivery.id).toBe(id);
  });

  test('is tried again, and who asked for it is kept', async () => {
    const id = await park();
    const { answer } = await admin.call(retryDelivery, { params: { ...params, id } });
    expect(answer).toMatchObject({ status: 'success', delivered: true });
    expect(await stored().countDocuments()).toBe(0);
    const { actions } = (await admin.call(listSystemActions, { params })).answer;
    expect(actions).toMatchObject([
      {
        at: clock.now().toISOString(),
        user_id: ada.id,
        user_fullname: 'Ada Admin',
        action: 'retried',
        what: 'delivery',
        queue: 'leads.users',
        type: 'user.banned',
        message_id: id.split(' ')[1],
        result: 'done',
      },
    ]);
  });

  test('that fails once more waits to be tried by itself, and the action says that it failed', async () => {
    const id = await park();
    handle = async () => {
      throw new Error('still no room');
    };
    const { answer } = await admin.call(retryDelivery, { params: { ...params, id } });
    expect(answer).toMatchObject({ status: 'warning', delivered: false });
    expect(await stored().findOne({ _id: id })).toMatchObject({ state: 'waiting', attempts: 1 });
    expect((await admin.call(listSystemActions, { params })).answer.actions).toMatchObject([
      { result: 'failed' },
    ]);
  });

  test('is dropped for good, and who did it is kept', async () => {
    const id = await park();
    expect((await admin.call(dropDelivery, { params: { ...params, id } })).answer.status).toBe('success');
    expect(await stored().countDocuments()).toBe(0);
    expect((await admin.call(listSystemActions, { params })).answer.actions).toMatchObject([
      { action: 'dropped', what: 'delivery', result: 'done' },
    ]);
  });

  test('of a queue that is no more cannot be tried, only dropped', async () => {
    const id = await park({ queue: 'leads.of-long-ago' });
    expect((await admin.call(listDeliveries, { params, query: {} })).answer.deliveries).toMatchObject([
      { retryable: false },
    ]);
    expect((await admin.call(retryDelivery, { params: { ...params, id } })).status).toBe(422);
    expect((await admin.call(dropDelivery, { params: { ...params, id } })).status).toBe(200);
  });

  test.each([readDelivery, retryDelivery, dropDelivery])(
    'that is not there, or still waits, is none to $name',
    async (endpoint) => {
      const waiting = await park({ state: 'waiting' });
      for (const id of ['leads.users nothing', waiting])
        expect((await admin.call(endpoint, { params: { ...params, id } })).status).toBe(404);
      expect((await admin.call(listSystemActions, { params })).answer.actions).toEqual([]);
      expect(await stored().countDocuments()).toBe(1);
    },
  );
});

describe('a dead letter', () => {
  const give = async () => {
    await bus.publish([exampleEnvelope({ type: 'lead.assigned', data: { fullname: customer } })]);
    const { letters } = (await admin.call(listDeadLetters, { params, query: {} })).answer;
    return letters[0]?.id ?? '';
  };

  test('is listed and read covered, and looking takes none away', async () => {
    const id = await give();
    const { answer } = await admin.call(readDeadLetter, { params: { ...params, id } });
    expect(answer).toMatchObject({
      letter: { id, queue: 'leads.poison', type: 'lead.assigned', reason: 'cannot be read' },
      content: { type: 'lead.assigned', data: { fullname: '(text, 14)' } },
    });
    expect((await admin.call(listDeadLetters, { params, query: {} })).answer).toMatchObject({ total: 1 });
  });

  test('is put back into its queue and is kept as an action', async () => {
    const id = await give();
    expect((await admin.call(retryDeadLetter, { params: { ...params, id } })).answer.status).toBe('success');
    // The queue gave it up once more: it lies here again, once.
    expect((await admin.call(listDeadLetters, { params, query: {} })).answer.total).toBe(1);
    expect((await admin.call(listSystemActions, { params })).answer.actions).toMatchObject([
      { action: 'retried', what: 'dead-letter', queue: 'leads.poison', user_id: ada.id, result: 'done' },
    ]);
  });

  test('is dropped', async () => {
    const id = await give();
    expect((await admin.call(dropDeadLetter, { params: { ...params, id } })).status).toBe(200);
    expect((await admin.call(listDeadLetters, { params, query: {} })).answer).toEqual({
      letters: [],
      total: 0,
    });
    expect((await admin.call(dropDeadLetter, { params: { ...params, id } })).status).toBe(404);
    expect((await admin.call(retryDeadLetter, { params: { ...params, id } })).status).toBe(404);
  });

  test('of a part without a store is looked after here, its actions apart from ours', async () => {
    await give();
    const of = { service: 'gateway' } as const;
    const { letters } = (await admin.call(listDeadLetters, { params: of, query: {} })).answer;
    expect(letters).toMatchObject([{ queue: 'gateway.broadcast' }]);
    await admin.call(dropDeadLetter, { params: { ...of, id: letters[0]?.id ?? '' } });
    expect((await admin.call(listSystemActions, { params: of })).answer.actions).toHaveLength(1);
    expect((await admin.call(listSystemActions, { params })).answer.actions).toEqual([]);
  });
});

test('nothing of a person is logged, whatever is done', async () => {
  const [read, dropped] = [await park(), await park()];
  await admin.call(readDelivery, { params: { ...params, id: read } });
  await admin.call(retryDelivery, { params: { ...params, id: read } });
  await admin.call(dropDelivery, { params: { ...params, id: dropped } });
  await server.close();
  expect(JSON.stringify(server.lines.all())).not.toMatch(/Okafor|2145550117/);
});
