import { join } from 'node:path';
import { BSON, MongoClient, type Db, type Document } from 'mongodb';
import { ArchiveError, readDocuments, readManifest, verify, type Manifest } from './archive.js';
import { collectionsOf, databasesOf } from './databases.js';

const batch = 500;
/** Preserves number types: a long stays a long. */
const asStored = {
  promoteValues: false,
  promoteBuffers: false,
  promoteLongs: false,
  bsonRegExp: true,
} as const;

async function fill(db: Db, name: string, documents: AsyncIterable<Buffer>): Promise<void> {
  const collection = db.collection(name);
  let pending: Document[] = [];
  const insert = async () => {
    if (pending.length > 0) await collection.insertMany(pending, { ordered: true });
    pending = [];
  };
  for await (const document of documents) {
    pending.push(BSON.deserialize(document, asStored));
    if (pending.length === batch) await insert();
  }
  await insert();
}

/**
 * Restores a backup into a store. Verifies every file against the manifest before anything is written, and document
 * counts afterwards. Throws `ArchiveError` if a file differs, or if a database is not empty, unless `replaces`:
 * then those databases are dropped first.
 */
export async function restore(uri: string, folder: string, { replaces = false } = {}): Promise<Manifest> {
  const content = await readManifest(folder);
  for (const entry of content.collections) await verify(folder, entry);
  const client = await MongoClient.connect(uri, { maxPoolSize: 2 });
  try {
    const databases = databasesOf(client, uri);
    for (const { db } of databases) {
      if (replaces) await db.dropDatabase();
      else if ((await collectionsOf(db)).length > 0)
        throw new ArchiveError(`The database ${db.databaseName} is not empty; --replace empties it first.`);
    }
    for (const { service, name, file, documents, indexes } of content.collections) {
      const db = databases.find((each) => each.service === service)?.db;
      if (db === undefined) throw new ArchiveError(`There is no service ${service} in this version.`);
      await db.createCollection(name);
      await fill(db, name, readDocuments(join(folder, file)));
      if (indexes.length > 0) await db.collection(name).createIndexes(indexes);
      const found = await db.collection(name).countDocuments();
      if (found !== documents)
        throw new ArchiveError(`${service}.${name} has ${String(found)} of ${String(documents)} documents.`);
    }
    return content;
  } finally {
    await client.close();
  }
}
