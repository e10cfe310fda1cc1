import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { createServer, type StoreServer } from '../server.js';

export interface TemporaryStore {
  client: MongoClient;
  /** Its directory. */
  path: string;
  /** Closes the store and opens the same directory again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A store in a temporary directory, and a client that preserves numeric types or promotes them as usual. */
export async function temporaryStore(promoteValues = false): Promise<TemporaryStore> {
  const path = await mkdtemp(join(tmpdir(), 'store-test-'));
  let server: StoreServer;
  const connect = async () => {
    server = await createServer({ path, noSync: true });
    return new MongoClient(server.uri, { promoteValues }).connect();
  };
  const store: TemporaryStore = {
    client: await connect(),
    path,
    restart: async () => {
      await store.client.close();
      await server.close();
      store.client = await connect();
    },
    close: async () => {
      await store.client.close();
      await server.close();
      await rm(path, { recursive: true, force: true });
    },
  };
  return store;
}
