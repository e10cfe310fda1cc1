import { join } from 'node:path';
import { BSON, MongoClient, type Db, type Document } from 'mongodb';
import { ArchiveError, readDocuments, readManifest, verify, type Manifest } from './archive.js';
import { collectionsOf, databasesOf } from './databases.js';

const batch = 500;
/** Numbers keep their kind: what was a long is one again. */
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
 * Brings a backup back into a store. Every file is held against the manifest before anything is written, and counted
 * afterwards. Throws `ArchiveError` where a file is not what was backed up, and where a database holds anything already,
 * unless `replaces`: then those databases are emptied first.
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
