import mongoose, { type Connection } from 'mongoose';
import { partOf } from './part-of.js';
import { projection as relayed, type StoredDocument } from './waiting-events.js';

type Id = StoredDocument['_id'];

/** Who hears of events as soon as they are written. */
export interface WriteWatcher {
  /** A document was written with events: as it stands now, with all that is in its outbox, whoever put it there. */
  written(document: StoredDocument): void;
  /** Events may have been written, of these documents, or of any where none are named: the store knows. */
  unclear(ids?: readonly Id[]): void;
}

type Operation = (...args: readonly unknown[]) => Promise<unknown>;
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is Id =>
  typeof value === 'string' || value instanceof mongoose.Types.ObjectId;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const hasEvents = (value: unknown): boolean => listOf(partOf(value, 'outbox')).length > 0;
const isStored = (value: unknown): value is StoredDocument =>
  hasEvents(value) && isId(partOf(value, '_id')) && typeof partOf(value, 'version') === 'number';

/** Whether an update appends events. */
const appends = (update: unknown) => partOf(partOf(update, '$push'), 'outbox') !== undefined;
/** The document that an update makes with events where there is none. */
const inserted = (update: unknown): unknown => {
  const document = partOf(update, '$setOnInsert');
  return hasEvents(document) ? document : undefined;
};

/** The store said no: nothing was written, whereas a broken connection says nothing. */
const isRefusal = (error: unknown) =>
  error instanceof mongoose.mongo.MongoServerError && !(error instanceof mongoose.mongo.MongoBulkWriteError);

/** What to ask for beside what is wanted of a document, and what of the answer nobody wanted. */
function widened(wanted: unknown): { projection: Fields | undefined; hidden: readonly string[] } {
  const own = Object.keys(relayed);
  if (!isFields(wanted) || Object.keys(wanted).length === 0) return { projection: undefined, hidden: [] };
  const names = Object.keys(wanted).filter((name) => name !== '_id');
  if (names.some((name) => wanted[name] === 1 || wanted[name] === true))
    return { projection: { ...wanted, ...relayed }, hidden: own.filter((name) => !(name in wanted)) };
  const rest = Object.fromEntries(Object.entries(wanted).filter(([name]) => !(name in relayed)));
  return {
    projection: Object.keys(rest).length === 0 ? undefined : rest,
    hidden: own.filter((name) => name in wanted),
  };
}

/** The document without the fields that nobody asked for. */
const without = (document: Fields, hidden: readonly string[]): Fields =>
  hidden.length === 0
    ? document
    : Object.fromEntries(Object.entries(document).filter(([name]) => !hidden.includes(name)));

/** A document as an update leaves it that raised its version and appended events. */
function afterUpdate(before: Fields, update: unknown): Fields {
  const added = partOf(partOf(partOf(update, '$push'), 'outbox'), '$each');
  const [outbox, version] = [before['outbox'], before['version']];
  return {
    ...before,
    version: typeof version === 'number' ? version + 1 : undefined,
    outbox: [...listOf(outbox), ...listOf(added)],
    deletedAt: partOf(partOf(update, '$set'), 'deletedAt') ?? before['deletedAt'],
    outboxAt: before['outboxAt'] ?? partOf(partOf(update, '$min'), 'outboxAt'),
  };
}

const watchersOf = new WeakMap<object, Set<WriteWatcher>>();

/** Has every write of a collection that may carry events tell of it, in the driver's own calls that all others come down to. */
function wrap(collection: object, watcher: WriteWatcher): void {
  const original = (name: string): Operation => {
    const operation: unknown = Reflect.get(collection, name);
    if (typeof operation !== 'function') throw new TypeError(`A collection has no ${name}`);
    return async (...args) => {
      const answer: unknown = await Reflect.apply(operation, collection, args);
      return answer;
    };
  };
  const [insertOne, insertMany, bulkWrite] = [
    original('insertOne'),
    original('insertMany'),
    original('bulkWrite'),
  ];
  const [updateOne, findOneAndUpdate] = [original('updateOne'), original('findOneAndUpdate')];

  /** Does a write, and says of which documents it is not known what became where no answer tells. */
  async function attempt<T>(ids: readonly Id[] | undefined, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isRefusal(error)) watcher.unclear(ids);
      throw error;
    }
  }

  function told(document: unknown): void {
    if (isStored(document)) watcher.written(document);
    else watcher.unclear();
  }

  const idsOf = (values: readonly unknown[]): readonly Id[] | undefined => {
    const ids = values.filter(isId);
    return ids.length === values.length ? ids : undefined;
  };

  /** Updates and answers the document after it with all that the relay reads, and how the store answered. */
  async function updateTold(filter: unknown, update: unknown, options: unknown) {
    const { projection, hidden } = widened(partOf(options, 'projection'));
    const all = { ...(isFields(options) ? options : {}), projection, includeResultMetadata: true };
    const answer = await attempt(idsOf([partOf(filter, '_id')]), () => findOneAndUpdate(filter, update, all));
    const document = partOf(answer, 'value');
    const isAfter = partOf(options, 'returnDocument') === 'after';
    if (isFields(document)) told(isAfter ? document : afterUpdate(document, update));
    else if (partOf(options, 'upsert') === true) watcher.unclear();
    return { answer, document: isFields(document) ? without(document, hidden) : null };
  }

  const watched: Readonly<Record<string, Operation>> = {
    insertOne: async (document, ...rest) => {
      if (!hasEvents(document)) return insertOne(document, ...rest);
      const answer = await attempt(idsOf([partOf(document, '_id')]), () => insertOne(document, ...rest));
      told(document);
      return answer;
    },
    insertMany: async (documents, ...rest) => {
      const those = listOf(documents).filter(hasEvents);
      if (those.length === 0) return insertMany(documents, ...rest);
      const ids = idsOf(those.map((each) => partOf(each, '_id')));
      const answer = await attempt(ids, () => insertMany(documents, ...rest));
      for (const document of those) told(document);
      return answer;
    },
    updateOne: async (filter, update, options, ...rest) => {
      if (appends(update)) {
        // The answer of an update does not say what was in the outbox before it.
        const { answer, document } = await updateTold(filter, update, {
          ...(isFields(options) ? options : {}),
          projection: relayed,
          returnDocument: 'after',
        });
        const upserted = partOf(partOf(answer, 'lastErrorObject'), 'upserted');
        const matched = document === null || upserted !== undefined ? 0 : 1;
        return {
          ...{ acknowledged: true, matchedCount: matched, modifiedCount: matched },
          ...{ upsertedCount: upserted === undefined ? 0 : 1, upsertedId: upserted ?? null },
        };
      }
      const made = inserted(update);
      if (made === undefined) return updateOne(filter, update, options, ...rest);
      const answer = await attempt(idsOf([partOf(filter, '_id')]), () =>
        updateOne(filter, update, options, ...rest),
      );
      const upsertedId = partOf(answer, 'upsertedId');
      if (isId(upsertedId)) told({ ...(isFields(made) ? made : {}), _id: upsertedId });
      return answer;
    },
    findOneAndUpdate: async (filter, update, options, ...rest) => {
      if (!appends(update)) return findOneAndUpdate(filter, update, options, ...rest);
      const { answer, document } = await updateTold(filter, update, options);
      if (partOf(options, 'includeResultMetadata') !== true) return document;
      return { ...(isFields(answer) ? answer : {}), value: document };
    },
    bulkWrite: async (operations, ...rest) => {
      const all = listOf(operations);
      const inserts = all.map((each) => partOf(partOf(each, 'insertOne'), 'document')).filter(hasEvents);
      const updates = all
        .map((each) => partOf(each, 'updateOne'))
        .filter((each) => appends(partOf(each, 'update')) || inserted(partOf(each, 'update')) !== undefined);
      if (inserts.length + updates.length === 0) return bulkWrite(operations, ...rest);
      const updated = idsOf(updates.map((each) => partOf(partOf(each, 'filter'), '_id')));
      const made = idsOf(inserts.map((each) => partOf(each, '_id')));
      const ids = updated === undefined || made === undefined ? undefined : [...updated, ...made];
      const answer = await attempt(ids, () => bulkWrite(operations, ...rest));
      for (const document of inserts) told(document);
      if (updates.length > 0) watcher.unclear(updated);
      return answer;
    },
  };
  for (const [name, operation] of Object.entries(watched)) Reflect.set(collection, name, operation);
}

/**
 * Tells of every write of a collection that carries events (`withEvents`, `insertWithEvents`, `tombstone`), once the store has
 * acknowledged it: models, the driver's calls and whoever else writes on this connection all go through its one
 * collection. An update that appends events is asked for the document it made, which costs no more than the update; what it
 * answers to its caller stays the same. Answers what ends the watch.
 */
export function watchWrites(connection: Connection, name: string, watcher: WriteWatcher): () => void {
  const collection = connection.collection(name);
  let watchers = watchersOf.get(collection);
  if (watchers === undefined) {
    const all = (watchers = new Set<WriteWatcher>());
    watchersOf.set(collection, all);
    wrap(collection, {
      written: (document) => {
        for (const each of all) each.written(document);
      },
      unclear: (ids) => {
        for (const each of all) each.unclear(ids);
      },
    });
  }
  const known = watchers;
  known.add(watcher);
  return () => {
    known.delete(watcher);
  };
}
