/**
 * Builds an index over many documents without blocking the event loop: it works in time slices of a few milliseconds and
 * yields to other commands between them.
 *
 * The collection is scanned in natural order, section by section; the keys of a section are sorted before they are
 * written (a bulk load). Concurrent writes maintain the index themselves; keys gathered earlier from a document that has
 * been written since are stale and are skipped.
 */
import { TURN_MS } from '../turns.js';
import { StoreError } from '../values/errors.js';
import type { Doc } from '../values/values.js';
import { KeyMaker } from './document-keys.js';
import { sameIndex, type Index } from './indexes.js';
import { SortedKeys } from './sorted-keys.js';
import type { Collection } from './collection.js';
import { withRecord } from './records.js';
import type { Store } from './store.js';

/** Memory for the keys that are sorted together: about a million keys of an ordinary index. */
const SECTION_BYTES = 128 * 1024 * 1024;

/** Starts a time slice; the returned function is called after each step and tells whether the slice is used up. */
export type StartTurn = () => () => boolean;

/** The clock is read every 32 steps only, because reading it costs time too. */
function timedTurn(): () => boolean {
  const end = performance.now() + TURN_MS;
  let steps = 0;
  return () => (++steps & 31) === 0 && performance.now() > end;
}

/**
 * Creates an index while other commands go on reading and writing; returns false if it exists already. `pause` yields to
 * them. Throws what `IndexKeys.create` throws, what `pause` throws, and IndexBuildAborted if the collection is dropped or
 * the store closes. Only one build may run at a time.
 */
export async function buildIndex(
  store: Store,
  namespace: string,
  spec: Doc,
  pause: () => Promise<void>,
  startTurn: StartTurn = timedTurn,
): Promise<boolean> {
  const begun = await store.write(() => {
    const collection = store.catalog.ensureCollection(namespace);
    if (collection.indexes.some((existing) => sameIndex(existing, spec))) return undefined;
    return { collection, index: store.indexKeys.begin(collection, spec) };
  });
  if (!begun) return false;
  const { collection, index } = begun;
  try {
    for (let after: number | undefined = 0; after !== undefined;) {
      const section = new SortedKeys();
      after = await gather(store, collection, index, section, after, { pause, startTurn });
      await put(store, collection, index, section, { pause, startTurn });
    }
    await store.write(() => {
      requireBuilding(store, collection, index);
      store.indexKeys.finish(collection, index);
    });
    return true;
  } catch (error) {
    if (store.indexKeys.isBuilding(collection, index)) store.indexKeys.abandon(collection, index);
    throw error;
  }
}

function requireBuilding(store: Store, collection: Collection, index: Index): void {
  if (store.indexKeys.isBuilding(collection, index)) return;
  throw new StoreError(
    'IndexBuildAborted',
    `Index build failed: ${index.name}: collection dropped or store closed`,
  );
}

/**
 * Gathers the keys of the documents after record `start`; returns the last record of the section, or undefined at the end
 * of the collection.
 */
async function gather(
  store: Store,
  collection: Collection,
  index: Index,
  section: SortedKeys,
  start: number,
  { pause, startTurn }: { pause: () => Promise<void>; startTurn: StartTurn },
): Promise<number | undefined> {
  const maker = new KeyMaker([index]);
  let last = start;
  while (section.bytes < SECTION_BYTES) {
    requireBuilding(store, collection, index);
    const isEnough = startTurn();
    let isThrough = true;
    for (const record of store.reads.records(collection, false, undefined, last)) {
      const raw = index.writtenSince?.has(record) ? undefined : store.reads.view(collection, record);
      if (raw !== undefined) {
        for (const { keys } of maker.keysOf(raw, true)) {
          for (const key of keys) section.add(withRecord(key, record));
        }
      }
      last = record;
      if (isEnough()) {
        isThrough = false;
        break;
      }
    }
    if (isThrough) return undefined;
    await pause();
  }
  return last;
}

async function put(
  store: Store,
  collection: Collection,
  index: Index,
  section: SortedKeys,
  { pause, startTurn }: { pause: () => Promise<void>; startTurn: StartTurn },
): Promise<void> {
  const keys = section.drain();
  const next = (): Buffer | undefined => {
    const step = keys.next();
    return step.done === true ? undefined : step.value;
  };
  for (;;) {
    const isThrough = await store.write(() => {
      requireBuilding(store, collection, index);
      return store.indexKeys.put(collection, index, next, startTurn());
    });
    if (isThrough) return;
    await pause();
  }
}
