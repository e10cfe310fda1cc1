/**
 * Builds an index over many documents in turns of a few milliseconds, so that every other command is answered meanwhile.
 *
 * The documents are gone through in their natural order, section by section; the keys of a section are put in order
 * before they are written. Whatever a write changes from the beginning on, that write brings up to date in the index
 * itself; what was gathered of such a document is left out.
 */
import { StoreError } from '../values/errors.js';
import type { Doc } from '../values/values.js';
import { KeyMaker } from './document-keys.js';
import { sameIndex, type Index } from './indexes.js';
import { SortedKeys } from './sorted-keys.js';
import type { Collection } from './collection.js';
import { withRecord } from './records.js';
import type { Store } from './store.js';

/** How long one turn may take; whoever waits is let in between. */
const TURN_MS = 8;
/** Memory for the keys that are sorted together: a million of an ordinary index. */
const SECTION_BYTES = 128 * 1024 * 1024;

/** Begins a turn; what it answers says after each step whether the turn is over. */
export type Turns = () => () => boolean;

/** A turn ends with its time, which is looked at every few steps alone, for looking takes time too. */
function timedTurn(): () => boolean {
  const end = performance.now() + TURN_MS;
  let steps = 0;
  return () => (++steps & 31) === 0 && performance.now() > end;
}

/**
 * Makes an index while others go on reading and writing; answers false where it is there already. `pause` lets them.
 * Throws what `createIndex` of the store throws, what `pause` throws, and IndexBuildAborted where the collection went
 * or the store closes. One at a time.
 */
export async function buildIndex(
  store: Store,
  namespace: string,
  spec: Doc,
  pause: () => Promise<void>,
  turns: Turns = timedTurn,
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
      after = await gather(store, collection, index, section, after, { pause, turns });
      await put(store, collection, index, section, { pause, turns });
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

/** Takes the keys of the documents behind a record; answers the last record of the section, undefined behind all. */
async function gather(
  store: Store,
  collection: Collection,
  index: Index,
  section: SortedKeys,
  start: number,
  { pause, turns }: { pause: () => Promise<void>; turns: Turns },
): Promise<number | undefined> {
  const maker = new KeyMaker([index]);
  let last = start;
  while (section.bytes < SECTION_BYTES) {
    requireBuilding(store, collection, index);
    const isEnough = turns();
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
  { pause, turns }: { pause: () => Promise<void>; turns: Turns },
): Promise<void> {
  const keys = section.drain();
  const next = (): Buffer | undefined => {
    const step = keys.next();
    return step.done === true ? undefined : step.value;
  };
  for (;;) {
    const isThrough = await store.write(() => {
      requireBuilding(store, collection, index);
      return store.indexKeys.put(collection, index, next, turns());
    });
    if (isThrough) return;
    await pause();
  }
}
