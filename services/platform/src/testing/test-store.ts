import { createServer } from '@crm/embedded-store/server.js';

export interface TestStore {
  /** For `connectMongo`; give each test file or service a database of its own. */
  uri: string;
  stop(): Promise<void>;
}

/**
 * The embedded store inside this process, in memory: starts in milliseconds, and nothing of it stays. Where
 * TEST_MONGODB_URI names a real MongoDB, that one.
 */
export async function startTestStore(): Promise<TestStore> {
  const real = process.env['TEST_MONGODB_URI'];
  if (real !== undefined) return { uri: real, stop: () => Promise.resolve() };
  const server = await createServer({ memory: true });
  return { uri: server.uri, stop: () => server.close() };
}
