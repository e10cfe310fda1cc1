/** insert, update, delete. Writing one document is atomic; a statement on many documents yields between batches. */
import {
  copyDocument,
  decodeDocument,
  decodeSome,
  encode,
  findElement,
  valueSize,
  type Place,
  type Writable,
} from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { Search, type Hit, type Query } from '../query/find.js';
import { PAUSE, atOnce } from '../turns.js';
import type { Collection } from '../storage/collection.js';
import type { Store } from '../storage/store.js';
import { applyUpdate, parseUpdate, upsertSeed, type Update } from '../update/update.js';
import { ObjectId, TYPE, isDoc, typeName, typeOf, type Doc, type Value } from '../values/values.js';
import { missing, namespaceOf, type Answer, type Command, type Handler } from './command.js';
import { openSearch, planSearch, readQuery, type OpenSearch } from './parsing.js';
import {
  isOrdered,
  readDeletes,
  readInsert,
  readUpdates,
  type DeleteStatement,
  type UpdateStatement,
} from './statements.js';

/** Maximum number of documents that a command writes in one go before it yields. */
const CHUNK = 250;
const CHUNKS_UNDER_WAY = 4;
/** Maximum number of keys or ranges that may be scanned inside a write. */
const SHORT_WALK = 500;

// --- shared by all writes ----------------------------------------------------------------------------------------

function writeError(index: number, error: StoreError): { readonly [name: string]: Writable } {
  return { index, code: error.code, errmsg: error.message, ...(error.details as Record<string, Writable>) };
}

/** Whether an error belongs to a single statement; MaxTimeMSExpired ends the whole command. */
const isRefusal = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.codeName !== 'MaxTimeMSExpired';

/** Runs statements sequentially; the first error ends an ordered batch. */
async function inTurn(
  command: Command,
  count: number,
  run: (index: number) => Promise<void>,
): Promise<Array<{ readonly [name: string]: Writable }>> {
  const ordered = isOrdered(command);
  const errors: Array<{ readonly [name: string]: Writable }> = [];
  for (let index = 0; index < count; index++) {
    try {
      await run(index);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      errors.push(writeError(index, error));
      if (ordered) break;
    }
  }
  return errors;
}

/** The document with a valid `_id` as its first field. */
export function withId(doc: Doc): Doc {
  const id = doc.get('_id') ?? (doc.has('_id') ? null : new ObjectId());
  checkId(id);
  if (doc.keys().next().value === '_id') return doc;
  return new Map<string, Value>([['_id', id], ...doc]);
}

function checkId(id: Value): void {
  const type = typeOf(id);
  if (type === TYPE.array || type === TYPE.regex || type === TYPE.undefined) {
    throw new StoreError('InvalidIdField', `The '_id' value cannot be of type ${typeName(type)}`);
  }
  if (isDoc(id)) {
    const dollar = [...id.keys()].find((name) => name.startsWith('$'));
    if (dollar !== undefined) {
      throw new StoreError(
        'DollarPrefixedFieldName',
        `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`,
      );
    }
  }
}

const ID = Buffer.from('_id');
/** Length of the type byte, the name `_id` and its terminator. */
const ID_HEAD = 5;
const idPlace: Place = { type: 0, at: 0 };
const NOT_ANY_ID: readonly number[] = [TYPE.object, TYPE.array, TYPE.regex, TYPE.undefined];

/** The bytes to store of a document sent by a client: its own, with `_id` moved to the front. */
function storable(raw: Buffer): Buffer {
  if (!findElement(raw, 0, ID, idPlace) || NOT_ANY_ID.includes(idPlace.type)) {
    return encode(withId(decodeDocument(raw)));
  }
  const start = idPlace.at - ID_HEAD;
  if (start === 4) return raw;
  const id = Buffer.from(raw.subarray(start, idPlace.at + valueSize(raw, idPlace.type, idPlace.at)));
  raw.copyWithin(4 + id.length, 4, start);
  id.copy(raw, 4);
  return raw;
}

// --- insert ------------------------------------------------------------------------------------------------------

const insert: Handler = async (command, { store }): Promise<Answer> => {
  const documents = readInsert(command);
  const namespace = namespaceOf(command);
  const ordered = isOrdered(command);
  const errors: Array<{ readonly [name: string]: Writable }> = [];
  let inserted = 0;
  let next = 0;
  let waiting = 0;
  const isOver = () => next >= documents.length || (ordered && errors.length > 0);
  const insertSome = () => {
    waiting--;
    const collection = store.catalog.ensureCollection(namespace);
    command.turns.begin();
    for (let count = 1; count <= CHUNK && !isOver(); count++) {
      const index = next++;
      try {
        store.documents.insert(collection, storable(documents[index] as Buffer));
        inserted++;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        errors.push(writeError(index, error));
      }
      if (command.turns.isOver()) return;
    }
  };
  // A few chunks are in flight at a time, which keeps the disk busy while writes of other clients interleave.
  const underWay: Array<Promise<void>> = [];
  while (!isOver()) {
    if (waiting < CHUNKS_UNDER_WAY && next + waiting * CHUNK < documents.length) {
      waiting++;
      const write = store.write(insertSome);
      write.catch(() => undefined);
      underWay.push(write);
    } else await underWay.shift();
    command.turns.check();
  }
  await Promise.all(underWay);
  return { n: inserted, ...(errors.length > 0 ? { writeErrors: errors } : {}) };
};

// --- update ------------------------------------------------------------------------------------------------------

export function readUpdate(update: Value | undefined, multi: boolean): Update {
  if (update === undefined) throw missing('update.updates.u');
  return parseUpdate(update, { multi });
}

/** Applies an update to a document. Inside a write. Returns its bytes afterwards, the same buffer if unchanged. */
export function change(
  store: Store,
  collection: Collection,
  hit: Hit,
  search: Search,
  update: Update,
  now: Date,
): { before: Buffer; after: Buffer } {
  const before = copyDocument(hit.raw);
  const offset = update.positional ? search.offsetIn(before) : undefined;
  const doc = update.fields ? decodeSome(before, update.fields) : decodeDocument(before);
  const changed = applyUpdate(update, doc, {
    offset: offset === undefined || offset < 0 ? undefined : offset,
    inserting: false,
    now,
  });
  if (changed === doc) return { before, after: before };
  const after = encode(changed);
  store.documents.replace(collection, hit.record, before, after, update.paths);
  return { before, after };
}

/** Inserts the document of an upsert that matched nothing. Inside a write. */
export function putUpsert(store: Store, collection: Collection, filter: Doc, update: Update, now: Date): Doc {
  const doc = withId(
    applyUpdate(update, upsertSeed(filter, update), { offset: undefined, inserting: true, now }),
  );
  store.documents.insert(collection, encode(doc));
  return doc;
}

function firstHit(search: Search): Hit | undefined {
  for (const hit of search.hits()) if (hit !== PAUSE) return hit;
  return undefined;
}

/** The search that was planned before the write, and the record if a scan has found one. */
export interface Located {
  search: Search;
  record: number | undefined;
}

/**
 * Plans the search for the first match. If it needs a long scan, the scan runs before the write (optimistically), so that
 * it does not block other commands; the write then checks that record first. `settled` waits for the earlier writes that
 * the scan must see.
 */
export async function locate(
  command: Command,
  store: Store,
  namespace: string,
  query: Query,
  settled?: () => Promise<void>,
): Promise<Located | undefined> {
  const first = { ...query, limit: 1 };
  const search = await planSearch(command, store, namespace, first);
  if (!search) return undefined;
  if (isLedTo(store, namespace, search)) return { search, record: undefined };
  await settled?.();
  const opened = await openSearch(command, store, namespace, first);
  if (!opened) return undefined;
  try {
    for (const hit of opened.search.hits(opened.state)) {
      if (hit === PAUSE) await command.turns.pause();
      else return { search: opened.search, record: hit.record };
    }
    return { search: opened.search, record: undefined };
  } finally {
    opened.state?.done();
  }
}

/** Whether the first match can be found without a long scan, and so inside the write. */
function isLedTo(store: Store, namespace: string, { plan }: Search): boolean {
  if ((store.catalog.collection(namespace)?.count ?? 0) < CHUNK) return true;
  const [access] = plan.source?.accesses ?? [];
  if (!access || !plan.sorted || plan.within || access.ranges.length > SHORT_WALK) return false;
  if (plan.exact || access.single) return true;
  return access.ranges.every(
    (range) => store.reads.keyAt(access.index, range, false, SHORT_WALK) === undefined,
  );
}

/** The document that was located before if it still matches, otherwise the first match now. Inside a write. */
export function located(
  store: Store,
  collection: Collection,
  query: Query,
  before: Located | undefined,
): { search: Search; hit: Hit | undefined } {
  const search = before?.search.holdsFor(collection)
    ? before.search
    : atOnce(Search.open(store, collection, { ...query, limit: 1 }));
  const record = before?.record;
  const raw = record === undefined ? undefined : store.reads.view(collection, record);
  if (record !== undefined && raw !== undefined && search.offsetIn(raw) !== undefined) {
    return { search, hit: { record, raw } };
  }
  return { search, hit: firstHit(search) };
}

/** The matching records, found while yielding; before writing, the caller must check that they still match. */
async function recordsThatMatch({ turns }: Command, { search, state }: OpenSearch): Promise<number[]> {
  const records: number[] = [];
  try {
    for (const hit of search.hits(state)) {
      if (hit === PAUSE) await turns.pause();
      else records.push(hit.record);
    }
  } finally {
    state?.done();
  }
  return records;
}

/** Runs `work` on each record that still matches, in chunks of one time slice per transaction. */
async function eachInChunks(
  command: Command,
  store: Store,
  namespace: string,
  query: Query,
  work: (collection: Collection, hit: Hit, search: Search) => void,
): Promise<number> {
  const { turns } = command;
  const opened = await openSearch(command, store, namespace, query);
  if (!opened) return 0;
  const { search } = opened;
  const records = await recordsThatMatch(command, opened);
  let matched = 0;
  for (let next = 0; next < records.length;) {
    const failure = await store.write(() => {
      const collection = store.catalog.collection(namespace);
      turns.begin();
      for (const end = next + CHUNK; next < end && next < records.length;) {
        const record = records[next++] as number;
        const raw = collection && store.reads.view(collection, record);
        if (!collection || raw === undefined || search.offsetIn(raw) === undefined) continue;
        try {
          work(collection, { record, raw }, search);
        } catch (error) {
          // Earlier changes are not rolled back, as in MongoDB.
          if (error instanceof StoreError) return error;
          throw error;
        }
        matched++;
        if (turns.isOver()) break;
      }
      return undefined;
    });
    if (failure) throw failure;
    if (next < records.length) await turns.pause();
  }
  return matched;
}

const update: Handler = async (command, { store }): Promise<Answer> => {
  const all = readUpdates(command);
  const namespace = namespaceOf(command);
  const now = new Date();
  let n = 0;
  let nModified = 0;
  const upserted: Array<{ index: number; _id: Value }> = [];

  const ordered = isOrdered(command);
  const refused: Array<{ index: number; error: StoreError }> = [];
  /** Whether an ordered batch ended before this statement. */
  const isOver = (index: number) => ordered && refused.some((each) => each.index < index);

  /** Runs a statement's work inside a write and records a StoreError as the statement's error. */
  function attempt(index: number, work: () => void): void {
    if (isOver(index)) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      refused.push({ index, error });
    }
  }

  // Statements that find their document by an index are pipelined, so that most of them share a commit. Any other scans
  // before its write, and must first wait for the writes in flight that it has to see.
  let underWay: Array<Promise<void>> = [];
  /** An error of the commit itself: it fails the whole command, not a single statement. */
  let failure: unknown;
  async function settle(): Promise<void> {
    const all = underWay;
    underWay = [];
    try {
      await Promise.all(all);
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  async function run(statement: UpdateStatement, index: number): Promise<void> {
    const { filter, multi, upsert, sort } = statement;
    const query = readQuery(filter, { sort, hint: statement.hint });
    const parsed = readUpdate(statement.update, multi);
    if (sort && multi) throw new StoreError('FailedToParse', 'Cannot specify sort with multi=true');
    if (multi) {
      await settle();
      if (isOver(index)) return;
      const matched = await eachInChunks(command, store, namespace, query, (collection, hit, search) => {
        const { before, after } = change(store, collection, hit, search, parsed, now);
        if (before !== after) nModified++;
      });
      n += matched;
      if (matched > 0 || !upsert) return;
    }
    const before = multi ? undefined : await locate(command, store, namespace, query, settle);
    const write = store.write(() => {
      attempt(index, () => {
        const collection = upsert
          ? store.catalog.ensureCollection(namespace)
          : store.catalog.collection(namespace);
        if (!collection) return;
        const { search, hit } = located(store, collection, query, before);
        if (hit) {
          const states = change(store, collection, hit, search, parsed, now);
          n++;
          if (states.before !== states.after) nModified++;
        } else if (upsert) {
          const doc = putUpsert(store, collection, filter, parsed, now);
          n++;
          upserted.push({ index, _id: doc.get('_id') as Value });
        }
      });
    });
    // Awaited by `settle`; this avoids an unhandled rejection until then.
    write.catch(() => undefined);
    underWay.push(write);
    if (underWay.length >= CHUNK) await settle();
  }

  for (const [index, statement] of all.entries()) {
    if (isOver(index)) break;
    try {
      await run(statement, index);
    } catch (error) {
      if (failure !== undefined || !isRefusal(error)) throw error;
      refused.push({ index, error });
    }
    await command.turns.pauseIfOver();
  }
  await settle();
  const errors = refused
    .sort((a, b) => a.index - b.index)
    .slice(0, ordered ? 1 : undefined)
    .map(({ index, error }) => writeError(index, error));
  return {
    n,
    nModified,
    ...(upserted.length > 0 ? { upserted } : {}),
    ...(errors.length > 0 ? { writeErrors: errors } : {}),
  };
};

// --- delete ------------------------------------------------------------------------------------------------------

const remove: Handler = async (command, { store }): Promise<Answer> => {
  const all = readDeletes(command);
  const namespace = namespaceOf(command);
  let n = 0;
  const errors = await inTurn(command, all.length, async (index) => {
    const { filter, isOne, hint } = all[index] as DeleteStatement;
    const query = readQuery(filter, { hint });
    if (!isOne) {
      n += await eachInChunks(command, store, namespace, query, (collection, { record, raw }) => {
        store.documents.remove(collection, record, copyDocument(raw));
      });
      return;
    }
    const before = await locate(command, store, namespace, query);
    await store.write(() => {
      const collection = store.catalog.collection(namespace);
      if (!collection) return;
      const { hit } = located(store, collection, query, before);
      if (!hit) return;
      store.documents.remove(collection, hit.record, copyDocument(hit.raw));
      n++;
    });
  });
  return { n, ...(errors.length > 0 ? { writeErrors: errors } : {}) };
};

export const writes: Readonly<Record<string, Handler>> = { insert, update, delete: remove };
