import { events } from '@crm/contracts/bus/events.js';
import { serviceOf, type Bus } from '@crm/platform/bus/bus.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { startTestSystem } from './test/test-system.js';

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
  const system = await startTestSystem({ bus: { ...own, consume } });
  await system.stop();
  return consumers;
}

test('every event names the services that consume it', async () => {
  const consumers = await subscribed();
  const found = events.map(({ type }) => [type, [...(consumers.get(type) ?? [])].sort()]);
  expect(events.map(({ type, consumers: named }) => [type, [...(named ?? [])].sort()])).toEqual(found);
});
