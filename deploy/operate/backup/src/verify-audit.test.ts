import { randomUUID } from 'node:crypto';
import { createLogger } from '@crm/platform/log/logger.js';
import { auditCollection, auditStore } from '@crm/platform/audit/audit-store.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { databaseAt } from '@crm/local/environments.js';
import { verifyAll } from './verify-audit.js';

let server: TestStore;
beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.stop());

test('reports each service, and the first entry that was changed', async () => {
  const address = new URL(server.uri);
  address.pathname = `/${randomUUID()}`;
  const uri = address.toString();
  const log = createLogger({ service: 'audit', level: 'silent' });
  const store = await connectMongo({ uri: databaseAt(uri, 'leads'), log });
  const action = {
    ...{ at: new Date(0), actor_id: 'dana', actor_name: 'Dana', action: 'lead.opened', subjects: ['lead/1'] },
    ...{ outcome: 'done' as const, address: '', correlation_id: 'c', changes: [], full_record: true },
  };
  await auditStore(store.connection).append([action, action, action]);
  const lines: string[] = [];
  expect(await verifyAll(uri, (line) => lines.push(line))).toBe(true);
  expect(lines).toHaveLength(6);
  expect(lines).toContainEqual(expect.stringMatching(/^leads: 3 entries, whole; last 3 [0-9a-f]{64}$/));
  await store.connection
    .collection<{ _id: number }>(auditCollection)
    .updateOne({ _id: 2 }, { $set: { actor_id: 'x' } });
  lines.length = 0;
  expect(await verifyAll(uri, (line) => lines.push(line))).toBe(false);
  expect(lines).toContain('leads: 2 entries read, BROKEN: entry 2 is changed');
  await store.close();
});
