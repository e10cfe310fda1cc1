/** TTL indexes: expired documents are removed once a minute, in batches. */
import { accessOf } from './access.js';
import { copyDocument } from '../values/bson.js';
import { constraintsOf } from './bounds.js';
import type { Index } from '../storage/indexes.js';
import { atOnce } from '../turns.js';
import { compile, type Filter } from '../filter/match.js';
import type { Collection } from '../storage/collection.js';
import type { Store } from '../storage/store.js';

const INTERVAL_MS = 60_000;
const CHUNK = 250;

const expired = (index: Index, seconds: number, now: number): Filter => ({
  op: 'at',
  path: index.fields[0]?.path ?? '',
  test: { op: '$lte', value: new Date(now - seconds * 1000) },
});

function removeSome(store: Store, collection: Collection, index: Index, filter: Filter): number {
  const access = atOnce(accessOf(index, constraintsOf(filter), [], { isHinted: true }));
  if (!access) return 0;
  const records: number[] = [];
  for (const range of access.ranges) {
    for (const record of store.reads.scan(index, range, false)) {
      records.push(record);
      if (records.length === CHUNK) break;
    }
  }
  const matches = compile(filter);
  let removed = 0;
  for (const record of new Set(records)) {
    const view = store.reads.view(collection, record);
    const raw = view && copyDocument(view);
    if (raw && matches(raw, 0)) {
      store.documents.remove(collection, record, raw);
      removed++;
    }
  }
  return removed;
}

/** Removes all documents that have expired. */
export async function expire(store: Store, now = Date.now()): Promise<void> {
  for (const { namespace, indexes } of [...store.catalog.collections.values()]) {
    for (const { name, expireAfterSeconds } of indexes) {
      if (expireAfterSeconds === undefined) continue;
      for (let removed = CHUNK; removed === CHUNK;) {
        removed = await store.write(() => {
          const collection = store.catalog.collection(namespace);
          const index = collection?.indexes.find((one) => one.name === name);
          if (!collection || !index) return 0;
          return removeSome(store, collection, index, expired(index, expireAfterSeconds, now));
        });
      }
    }
  }
}

/** Removes expired documents periodically until the returned function is called. */
export function startExpiry(store: Store, complain: (error: unknown) => void): () => void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    expire(store)
      .catch(complain)
      .finally(() => {
        running = false;
      });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
