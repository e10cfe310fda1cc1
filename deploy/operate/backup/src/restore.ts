import { BSON, MongoClient, type Db, type Document } from 'mongodb';
import { dataKeyCollection, type DataKeyDoc } from '@crm/platform/encryption/data-keys.js';
import type { KeyRing } from '@crm/platform/encryption/kms.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import {
  ArchiveError,
  listedIndex,
  openArchive,
  readDocuments,
  verify,
  type CollectionEntry,
  type Manifest,
  type OpenedArchive,
} from './archive.js';
import { databasesOf, partCollections } from './databases.js';

const batch = 500;
/** Preserves number types: a long stays a long. */
const asStored = {
  promoteValues: false,
  promoteBuffers: false,
  promoteLongs: false,
  bsonRegExp: true,
} as const;

/** Where a backup is read from, and what may be done with it. */
interface Restoring {
  keys: KeyRing;
  /** Drops what is there. */
  replaces?: boolean;
  /** Takes a backup of an earlier version, which is not encrypted. */
  allowsClear?: boolean;
}

/** What was restored. */
export interface Restored {
  manifest: Manifest;
  /** Leads that were erased after the backup was made: their sealed fields are unreadable, the rest is to be erased again. */
  erasedSince: string[];
}

async function* inBatches<D>(
  documents: AsyncIterable<Buffer>,
  read: (bytes: Buffer) => D,
): AsyncGenerator<D[]> {
  let pending: D[] = [];
  for await (const document of documents) {
    pending.push(read(document));
    if (pending.length < batch) continue;
    yield pending;
    pending = [];
  }
  if (pending.length > 0) yield pending;
}

async function fill(db: Db, name: string, documents: AsyncIterable<Buffer>): Promise<void> {
  const read = (bytes: Buffer): Document => BSON.deserialize(bytes, asStored);
  for await (const some of inBatches(documents, read))
    await db.collection(name).insertMany(some, { ordered: true });
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An index as its server listed it; a manifest is JSON and has the dates of its filter as text. */
const asListed = (index: CollectionEntry['indexes'][number]): CollectionEntry['indexes'][number] =>
  listedIndex.parse(
    JSON.parse(JSON.stringify(index), (_name, value: unknown) =>
      // No index filters by a text of that form. With a text in its place a service finds another index under its name.
      typeof value === 'string' && instant.test(value) ? new Date(value) : value,
    ),
  );

/** Adds data keys to those that are there. One that was destroyed, here or in the backup, stays or becomes so. */
async function mergeKeys(db: Db, documents: AsyncIterable<Buffer>): Promise<void> {
  const collection = db.collection<DataKeyDoc>(dataKeyCollection);
  const read = (bytes: Buffer) => BSON.deserialize(bytes) as DataKeyDoc;
  for await (const some of inBatches(documents, read)) {
    await insertNew(collection, some);
    const destroyed = some.filter(({ destroyedAt }) => destroyedAt !== undefined);
    if (destroyed.length > 0)
      await collection.updateMany(
        { _id: { $in: destroyed.map(({ _id }) => _id) }, destroyedAt: { $exists: false } },
        { $set: { destroyedAt: destroyed[0]?.destroyedAt ?? new Date() }, $unset: { by: 1, key: 1 } },
      );
  }
}

async function erasedSince(db: Db): Promise<string[]> {
  const destroyed = await db
    .collection<DataKeyDoc>(dataKeyCollection)
    .find({ destroyedAt: { $exists: true } }, { projection: { _id: 1 } })
    .toArray();
  const found = await db
    .collection('leads')
    .find({ _id: { $in: destroyed.map(({ _id }) => _id) }, deletedAt: null }, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id.toHexString());
}

/** Empties a database of its data; the keys of persons stay, those that were destroyed above all. */
async function emptied(db: Db): Promise<void> {
  for (const name of await partCollections(db, 'data')) await db.collection(name).drop();
}

async function restoreData(
  databases: ReturnType<typeof databasesOf>,
  folder: string,
  archive: OpenedArchive,
  replaces: boolean,
): Promise<void> {
  for (const { db } of databases) {
    if (replaces) await emptied(db);
    else if ((await partCollections(db, 'data')).length > 0)
      throw new ArchiveError(`The database ${db.databaseName} is not empty; --replace empties it first.`);
  }
  for (const { service, name, file, documents, indexes } of archive.manifest.collections) {
    const db = databaseOf(databases, service);
    await db.createCollection(name);
    await fill(db, name, readDocuments(folder, archive, file));
    if (indexes.length > 0) await db.collection(name).createIndexes(indexes.map(asListed));
    const found = await db.collection(name).countDocuments();
    if (found !== documents)
      throw new ArchiveError(`${service}.${name} has ${String(found)} of ${String(documents)} documents.`);
  }
}

function databaseOf(databases: ReturnType<typeof databasesOf>, service: string): Db {
  const db = databases.find((each) => each.service === service)?.db;
  if (db === undefined) throw new ArchiveError(`There is no service ${service} in this version.`);
  return db;
}

/**
 * Restores a backup into a store. Verifies every file against the manifest before anything is written, and document
 * counts afterwards. Throws `ArchiveError` if a file differs, or if a database is not empty, unless `replaces`:
 * then its data are dropped first. A backup of data keys is added to the keys that are there, and never brings back one that
 * was destroyed.
 */
export async function restore(
  uri: string,
  folder: string,
  { keys, replaces = false, allowsClear = false }: Restoring,
): Promise<Restored> {
  const archive = await openArchive(folder, keys, { allowsClear });
  const { manifest } = archive;
  for (const entry of manifest.collections) await verify(folder, archive, entry);
  const client = await MongoClient.connect(uri, { maxPoolSize: 2 });
  try {
    const databases = databasesOf(client, uri);
    if (manifest.part === 'data') await restoreData(databases, folder, archive, replaces);
    else
      for (const { service, file } of manifest.collections)
        await mergeKeys(databaseOf(databases, service), readDocuments(folder, archive, file));
    return { manifest, erasedSince: await erasedSince(databaseOf(databases, 'leads')) };
  } finally {
    await client.close();
  }
}
