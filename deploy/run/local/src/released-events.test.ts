import { events } from '@crm/contracts/bus/events.js';
import { exampleUser } from '@crm/contracts/entities/user.js';
import { messagesOf } from '@crm/contracts/releases/event-fixture.rules.js';
import { releasedEvents } from '@crm/contracts/releases/released-fixtures.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { newEventId } from '@crm/platform/outbox/event-id.js';
import { databaseAt } from './environments.js';
import { serviceNames } from './processes/start-processes.js';
import { firstAdmin, startTestSystem } from './test/test-system.js';

/** The events of the last release in every form in which it may have published them. */
const published = releasedEvents().flatMap((fixture) =>
  messagesOf(fixture).map((data, index) => ({
    specversion: '1.0' as const,
    id: newEventId(),
    source: events.find(({ type }) => type === fixture.type)?.owner[0] ?? 'leads',
    type: fixture.type,
    time: '2026-11-20T17:38:00.000Z',
    subject: `${fixture.type}/${String(index)}`,
    dataschema: `urn:crm:${fixture.type}`,
    datacontenttype: 'application/json' as const,
    data,
    correlationid: newEventId(),
    actorid: 'system',
    actorrole: 'system' as const,
    sequence: index + 1,
  })),
);

test('the consumers of every service take each event as the last release published it', async () => {
  const store = await startTestStore();
  const bus = createMemoryBus({ held: true });
  const system = await startTestSystem({ bus, storeUri: store.uri });
  // Of whom the events tell: auth keeps what they say of its own users.
  const auth = await connectMongo({ uri: databaseAt(store.uri, 'auth'), log: silentLogger });
  const users = auth.connection.collection('users');
  const { id, email } = exampleUser;
  await users.insertOne({
    ...(await users.findOne({ email: firstAdmin.email })),
    ...{ _id: new auth.connection.base.mongo.ObjectId(id), email, email_lower: email },
  });
  await auth.close();
  for (const event of published) await bus.publish([event]);

  const refused: string[] = [];
  for (const name of serviceNames) {
    const opened = await connectMongo({ uri: databaseAt(store.uri, name), log: silentLogger });
    // What waits for an event before it is tried again, as it would be in any release.
    const filter = { reason: { $not: /^NotKnownYet/ } };
    for (const { queue, reason } of await opened.connection.collection('deliveries').find(filter).toArray())
      refused.push(`${String(queue)}: ${String(reason)}`);
    await opened.close();
  }
  await system.stop();
  await store.stop();
  expect(published.length).toBeGreaterThan(events.length);
  expect(bus.dead.map(({ queue, reason }) => `${queue}: ${reason}`)).toEqual([]);
  expect([...new Set(refused)]).toEqual([]);
});
