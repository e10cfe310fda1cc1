import { events, userBanned } from '@crm/contracts/bus/events.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { createMemoryBus } from '../bus/memory-bus.js';
import { startTcpProxy } from '../bus/testing/tcp-proxy.js';
import { createJobScheduler } from '../jobs/job-scheduler.js';
import { silentLogger } from '../log/logger.js';
import { connectMongo } from '../mongo/connect.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestStore } from '../testing/test-store.js';
import { consumeReliably } from './deliveries.js';

const userId = '507f191e810c19729de860ea';

/** A store behind a line that can be cut, and a consumer whose handler always fails. */
async function open() {
  const server = await startTestStore();
  const address = new URL(server.uri);
  const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const store = await connectMongo({ uri: address.href, database: 'store_away', log: silentLogger });
  const bus = createMemoryBus();
  const lines = logLines();
  const clock = new ManualClock();
  const scheduler = createJobScheduler({ connection: store.connection, clock, log: silentLogger });
  const consumer = await consumeReliably({
    bus,
    connection: store.connection,
    queue: 'leads.users',
    handlers: {
      [userBanned.type]: async () => {
        throw new Error('no');
      },
    },
    catalogue: events,
    clock,
    log: lines.log,
    scheduler,
  });
  const message = exampleEnvelope({ type: 'user.banned', data: { user_id: userId } });
  return {
    proxy,
    store,
    bus,
    lines,
    consumer,
    message,
    close: async () => {
      await consumer.cancel();
      await scheduler.stop();
      await bus.close();
      await store.close();
      await proxy.close();
      await server.stop();
    },
  };
}

describe('a failed delivery while the store is away', () => {
  test('is not acknowledged before it is written down, which happens as soon as the store is back', async () => {
    const { proxy, store, bus, lines, message, close } = await open();
    proxy.takeAway();
    let isAcknowledged = false;
    const published = bus.publish([message]).then(() => {
      isAcknowledged = true;
    });
    await lines.waitFor('failed delivery could not be saved, retrying');
    expect(isAcknowledged).toBe(false);
    proxy.restore();
    await published;
    const row = await store.connection.collection('deliveries').findOne({});
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, event: { id: message.id } });
    await close();
  });

  test('goes back to the bus when the service stops meanwhile', async () => {
    const { proxy, bus, lines, consumer, message, close } = await open();
    proxy.takeAway();
    const published = bus.publish([message]);
    const outcome = expect(published).rejects.toMatchObject({ failed: new Set([message.id]) });
    await lines.waitFor('failed delivery could not be saved, retrying');
    await consumer.cancel();
    await outcome;
    proxy.restore();
    await close();
  });
});
