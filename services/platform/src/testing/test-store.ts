import { randomUUID } from 'node:crypto';
import { createServer } from '@crm/embedded-store/server.js';

export interface TestStore {
  /** For `connectMongo`; give each test file or service a database of its own. */
  uri: string;
  /** The same with the name of a new database. */
  newDatabase(): string;
  stop(): Promise<void>;
}

const storeAt = (uri: string, stop: () => Promise<void>): TestStore => ({
  uri,
  newDatabase: () => {
    const database = new URL(uri);
    database.pathname = `/${randomUUID()}`;
    return database.toString();
  },
  stop,
});

/**
 * The embedded store inside this process, in memory: starts in milliseconds, and nothing of it stays. Where
 * TEST_MONGODB_URI names a real MongoDB, that one.
 */
export async function startTestStore(): Promise<TestStore> {
  const real = process.env['TEST_MONGODB_URI'];
  if (real !== undefined) return storeAt(real, () => Promise.resolve());
  // Documents carry the test's time: by the machine's, which is days later, TTL indexes would remove them.
  const server = await createServer({ memory: true, expiry: false });
  return storeAt(server.uri, () => server.close());
}
