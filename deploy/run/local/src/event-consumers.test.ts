import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { events } from '@crm/contracts/bus/events.js';
import { serviceOf, type Bus } from '@crm/platform/bus/bus.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { keysIn } from './keys.js';
import { startSystem } from './system.js';

/** Consumers of each type as the running system subscribes, by service. */
async function subscribed(): Promise<Map<string, Set<string>>> {
  const consumers = new Map<string, Set<string>>();
  const own = createMemoryBus({ held: true });
  const consume: Bus['consume'] = (subscription) => {
    for (const type of subscription.types) {
      const known = consumers.get(type) ?? new Set();
      consumers.set(type, known.add(serviceOf(subscription.queue)));
    }
    return own.consume(subscription);
  };
  const folder = mkdtempSync(join(tmpdir(), 'event-consumers-'));
  const store = await startTestStore();
  const system = await startSystem({
    host: '127.0.0.1',
    port: 0,
    storeUri: store.uri,
    keys: keysIn(folder),
    logLevel: 'silent',
    mail: { dropFolder: join(folder, 'mail') },
    firstAdmin: { email: 'admin@example.com', password: 'demo-demo-1' },
    answers: 'strict',
    bus: { ...own, consume },
  });
  await system.stop();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
  return consumers;
}

test('every event names the services that consume it', async () => {
  const consumers = await subscribed();
  const found = events.map(({ type }) => [type, [...(consumers.get(type) ?? [])].sort()]);
  expect(events.map(({ type, consumers: named }) => [type, [...(named ?? [])].sort()])).toEqual(found);
});
