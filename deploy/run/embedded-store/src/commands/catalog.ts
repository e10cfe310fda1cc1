/** Catalog commands: creating, listing, dropping and measuring collections and indexes. */
import { Raw, encode, type Writable } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { buildIndex } from '../storage/index-build.js';
import { readIndexSpec, type Index } from '../storage/indexes.js';
import { compile } from '../filter/match.js';
import type { Collection } from '../storage/collection.js';
import type { Store } from '../storage/store.js';
import {
  countValue,
  describe,
  isDoc,
  isNumber,
  sameValue,
  toNumber,
  type Doc,
  type Value,
} from '../values/values.js';
import {
  collectionName,
  documentArgument,
  flagArgument,
  listArgument,
  namespaceOf,
  numberArgument,
  type Answer,
  type Command,
  type Engine,
  type Handler,
} from './command.js';
import { readFilter } from './parsing.js';
import { checkCommand, checkFields, fields } from './fields.js';
import { checkWriteConcern } from './generic.js';

const missing = (namespace: string) => new StoreError('NamespaceNotFound', `ns does not exist: ${namespace}`);

function existing(store: Store, command: Command): Collection {
  const collection = store.catalog.collection(namespaceOf(command));
  if (!collection) throw missing(namespaceOf(command));
  return collection;
}

const collectionsOf = (store: Store, database: string): Collection[] =>
  [...store.catalog.collections.values()].filter((collection) => collection.database === database);

// --- indexes -----------------------------------------------------------------------------------------------------

const createIndexes: Handler = async (command, { store }): Promise<Answer> => {
  checkCommand(command.body, 'createIndexes', fields('createIndexes indexes commitQuorum'));
  if (command.body.has('commitQuorum')) {
    throw new StoreError('BadValue', "Standalones can't specify commitQuorum");
  }
  checkWriteConcern(command);
  const namespace = namespaceOf(command);
  const specs = listArgument(command.body, 'indexes', 'createIndexes').map(readIndexSpec);
  if (specs.length === 0) throw new StoreError('BadValue', 'Must specify at least one index to create');
  return oneAtATime(store, async () => {
    const before = store.catalog.collection(namespace);
    const numIndexesBefore = before?.indexes.length ?? 0;
    const made =
      before && before.count > AT_ONE_GO
        ? await buildAll(command, store, namespace, specs)
        : await store.write(() => createAll(store, namespace, specs));
    return {
      numIndexesBefore: before ? numIndexesBefore : 1,
      numIndexesAfter: store.catalog.collection(namespace)?.indexes.length ?? 0,
      createdCollectionAutomatically: before === undefined,
      ...(made === 0 ? { note: 'all indexes already exist' } : {}),
    };
  });
};

/** Up to this many documents, an index is built in one transaction, which takes no longer than an ordinary write. */
const AT_ONE_GO = 500;
const underWay = new WeakMap<Store, Promise<unknown>>();

/** Serializes index builds (a mutex), so that a request for an index that is being built waits for it. */
function oneAtATime<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const mine = (underWay.get(store) ?? Promise.resolve()).then(work);
  underWay.set(
    store,
    mine.catch(() => undefined),
  );
  return mine;
}

/** Builds all of the indexes or none, in time slices; returns how many are new. */
async function buildAll(command: Command, store: Store, namespace: string, specs: Doc[]): Promise<number> {
  const made: Doc[] = [];
  try {
    for (const spec of specs) {
      if (await buildIndex(store, namespace, spec, () => command.turns.pause())) made.push(spec);
    }
  } catch (error) {
    const names = made.map((spec) => spec.get('name'));
    await store.write(() => {
      const collection = store.catalog.collection(namespace);
      const several = collection?.indexes.filter(({ name }) => names.includes(name)) ?? [];
      if (collection) for (const index of several) store.catalog.dropIndex(collection, index);
    });
    throw error;
  }
  return made.length;
}

/** Builds all of the indexes or none, synchronously, and their collection if missing; returns how many are new. Inside a write. */
function createAll(store: Store, namespace: string, specs: Doc[]): number {
  const isMissing = store.catalog.collection(namespace) === undefined;
  const collection = store.catalog.ensureCollection(namespace);
  const before = new Set(collection.indexes);
  try {
    return specs.filter((spec) => store.indexKeys.create(collection, spec)).length;
  } catch (error) {
    if (isMissing) store.catalog.dropCollection(collection);
    else
      for (const index of collection.indexes)
        if (!before.has(index)) store.catalog.dropIndex(collection, index);
    throw error;
  }
}

const dropIndexes: Handler = async (command, { store }): Promise<Answer> => {
  checkCommand(command.body, 'dropIndexes', fields('dropIndexes deleteIndexes index'));
  checkWriteConcern(command);
  return store.write(() => {
    const collection = existing(store, command);
    const before = collection.indexes.length;
    const wanted = command.body.get('index');
    for (const index of chosenIndexes(collection, wanted)) store.catalog.dropIndex(collection, index);
    return { nIndexesWas: before };
  });
};

function chosenIndexes(collection: Collection, wanted: Value | undefined): Index[] {
  if (wanted === undefined) {
    throw new StoreError(40414, "BSON field 'dropIndexes.index' is missing but a required field");
  }
  if (wanted === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
  const names = Array.isArray(wanted) ? wanted : [wanted];
  return names.map((name) => {
    const index = collection.indexes.find((one) =>
      isDoc(name) ? sameValue(one.spec.get('key') as Doc, name) : one.name === name,
    );
    if (!index) {
      throw new StoreError(
        'IndexNotFound',
        isDoc(name)
          ? `can't find index with key: ${describe(name)}`
          : `index not found with name [${describe(name)}]`,
      );
    }
    if (index.name === '_id_') throw new StoreError('InvalidOptions', 'cannot drop _id index');
    return index;
  });
}

/** A list that fits in one message, as the first and only batch of a cursor. */
async function listed(
  command: Command,
  { cursors }: Engine,
  namespace: string,
  documents: Array<{ readonly [name: string]: Writable } | Doc>,
): Promise<Answer> {
  const options = documentArgument(command.body, 'cursor', command.name);
  if (options) checkFields(options, `${command.name}.cursor`, fields('batchSize'));
  const batchSize = options && numberArgument(options, 'batchSize', 'cursor');
  const bytes = documents.map((document) => encode(document));
  const source = {
    namespace,
    documents: bytes[Symbol.iterator](),
    close: () => undefined,
    batchSize: batchSize ?? Infinity,
  };
  const { id, batch } = await cursors.start(source, command.turns, true);
  return { cursor: { id, ns: namespace, firstBatch: batch } };
}

const listIndexes: Handler = (command, engine) => {
  checkCommand(
    command.body,
    'listIndexes',
    fields('listIndexes cursor', 'includeBuildUUIDs includeIndexBuildInfo'),
  );
  const collection = existing(engine.store, command);
  return listed(
    command,
    engine,
    collection.namespace,
    collection.indexes.map(({ spec }) => spec),
  );
};

// --- collections and databases -----------------------------------------------------------------------------------

const createFields = fields(
  'create autoIndexId idIndex capped size max',
  `collation validator validationLevel validationAction viewOn pipeline timeseries expireAfterSeconds clusteredIndex
   storageEngine indexOptionDefaults changeStreamPreAndPostImages encryptedFields temp flags`,
);

/** Rejects invalid options, such as those that would change or omit the default _id index. */
function checkIdIndex(body: Doc): void {
  if (body.has('autoIndexId') && !flagArgument(body, 'autoIndexId', 'create')) {
    throw new StoreError('InvalidOptions', 'autoIndexId:false is not allowed for collections');
  }
  const idIndex = documentArgument(body, 'idIndex', 'create');
  if (idIndex && readIndexSpec(idIndex).get('name') !== '_id_') {
    throw new StoreError('BadValue', "The field 'key' for an _id index must be {_id: 1}");
  }
  for (const name of ['size', 'max']) {
    if (numberArgument(body, name, 'create') !== undefined && !flagArgument(body, 'capped', 'create')) {
      throw new StoreError('InvalidOptions', `the '${name}' field is allowed only when 'capped' is true`);
    }
  }
}

const create: Handler = async (command, { store }): Promise<Answer> => {
  checkCommand(command.body, 'create', createFields);
  checkIdIndex(command.body);
  if (flagArgument(command.body, 'capped', 'create')) {
    throw new StoreError('NotImplemented', 'capped collections are not supported by this store');
  }
  checkWriteConcern(command);
  const namespace = namespaceOf(command);
  return store.write(() => {
    if (store.catalog.collection(namespace)) {
      throw new StoreError('NamespaceExists', `Collection ${namespace} already exists.`);
    }
    store.catalog.ensureCollection(namespace);
    return {};
  });
};

const drop: Handler = async (command, { store }): Promise<Answer> => {
  checkCommand(command.body, 'drop', fields('drop'));
  checkWriteConcern(command);
  const namespace = namespaceOf(command);
  return store.write((): Answer => {
    const collection = store.catalog.collection(namespace);
    if (!collection) return { ns: namespace };
    store.catalog.dropCollection(collection);
    return { ns: namespace, nIndexesWas: collection.indexes.length };
  });
};

const dropDatabase: Handler = async (command, { store }): Promise<Answer> => {
  checkCommand(command.body, 'dropDatabase', fields('dropDatabase'));
  checkWriteConcern(command);
  return store.write(() => {
    for (const collection of collectionsOf(store, command.database)) store.catalog.dropCollection(collection);
    return { dropped: command.database };
  });
};

const listCollections: Handler = (command, engine) => {
  const { body, database } = command;
  const known = 'listCollections filter nameOnly authorizedCollections cursor';
  checkCommand(body, 'listCollections', fields(known));
  const matches = compile(readFilter(documentArgument(body, 'filter', 'listCollections'), 'filter'));
  const nameOnly = flagArgument(body, 'nameOnly', 'listCollections');
  const shown = collectionsOf(engine.store, database).map(({ name, options, indexes }) => ({
    name,
    type: 'collection',
    ...(nameOnly ? {} : { options, info: { readOnly: false }, idIndex: (indexes[0] as Index).spec }),
  }));
  return listed(
    command,
    engine,
    `${database}.$cmd.listCollections`,
    shown.filter((one) => matches(encode(one), 0)),
  );
};

const sum = (collections: Collection[], of: (collection: Collection) => number) =>
  collections.reduce((total, collection) => total + of(collection), 0);

const listDatabases: Handler = ({ body }, { store }): Answer => {
  checkCommand(body, 'listDatabases', fields('listDatabases filter nameOnly authorizedDatabases'));
  const matches = compile(readFilter(documentArgument(body, 'filter', 'listDatabases'), 'filter'));
  const names = [...new Set([...store.catalog.collections.values()].map(({ database }) => database))].sort();
  const nameOnly = flagArgument(body, 'nameOnly', 'listDatabases');
  const databases = names.map((name) => {
    const bytes = sum(collectionsOf(store, name), (collection) => collection.bytes);
    return { name, ...(nameOnly ? {} : { sizeOnDisk: BigInt(bytes), empty: bytes === 0 }) };
  });
  const shown = databases.map((one) => encode(one)).filter((raw) => matches(raw, 0));
  const totalSize = BigInt(sum([...store.catalog.collections.values()], ({ bytes }) => bytes));
  return { databases: shown.map((raw) => new Raw(raw)), ...(nameOnly ? {} : { totalSize }) };
};

const scaleOf = (body: Doc): number => {
  const scale = body.get('scale');
  return isNumber(scale) ? Math.max(1, toNumber(scale)) : 1;
};

const collStats: Handler = (command, { store }): Answer => {
  checkCommand(command.body, 'collStats', fields('collStats collstats scale'));
  const namespace = `${command.database}.${collectionName(command)}`;
  const collection = store.catalog.collection(namespace);
  const scale = scaleOf(command.body);
  const count = collection?.count ?? 0;
  const bytes = collection?.bytes ?? 0;
  return {
    ns: namespace,
    count: countValue(count),
    size: countValue(Math.floor(bytes / scale)),
    avgObjSize: count === 0 ? 0 : Math.floor(bytes / count),
    storageSize: countValue(Math.floor(bytes / scale)),
    nindexes: collection?.indexes.length ?? 0,
    capped: false,
    scaleFactor: scale,
  };
};

const dbStats: Handler = ({ database, body }, { store }): Answer => {
  checkCommand(body, 'dbStats', fields('dbStats dbstats scale', 'freeStorage'));
  const scale = scaleOf(body);
  const collections = collectionsOf(store, database);
  const objects = sum(collections, ({ count }) => count);
  const bytes = sum(collections, (collection) => collection.bytes);
  return {
    db: database,
    collections: collections.length,
    views: 0,
    objects: countValue(objects),
    avgObjSize: objects === 0 ? 0 : Math.floor(bytes / objects),
    dataSize: countValue(Math.floor(bytes / scale)),
    storageSize: countValue(Math.floor(bytes / scale)),
    indexes: sum(collections, ({ indexes }) => indexes.length),
    scaleFactor: scale,
  };
};

export const catalog: Readonly<Record<string, Handler>> = {
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  listIndexes,
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  collStats,
  collstats: collStats,
  dbStats,
  dbstats: dbStats,
};
