import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '../values/bson.js';
import { expire } from './expiry.js';
import { readIndexSpec } from '../storage/indexes.js';
import { Store } from '../storage/store.js';

it('removes expired documents, and keeps those that are newer or have no date', async () => {
  const path = await mkdtemp(join(tmpdir(), 'store-expiry-'));
  const store = await Store.open({ path, noSync: true });
  const spec = new Map<string, never>(
    Object.entries({ key: new Map([['at', 1]]), name: 'at_1', expireAfterSeconds: 60 }) as never,
  );
  await store.write(() => {
    const sessions = store.catalog.ensureCollection('db.sessions');
    store.indexKeys.create(sessions, readIndexSpec(spec));
    for (let i = 0; i < 600; i++) store.documents.insert(sessions, encode({ _id: i, at: new Date(i) }));
    store.documents.insert(sessions, encode({ _id: 'young', at: new Date(50_000) }));
    store.documents.insert(sessions, encode({ _id: 'list', at: [new Date(90_000), new Date(1)] }));
    store.documents.insert(sessions, encode({ _id: 'text', at: 'yesterday' }));
    store.documents.insert(sessions, encode({ _id: 'none' }));
  });
  await expire(store, 100_000);
  expect(store.catalog.collection('db.sessions')?.count).toBe(3);
  await store.close();
  await rm(path, { recursive: true });
});
