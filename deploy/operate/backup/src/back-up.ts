import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { MongoClient, type ClientSession } from 'mongodb';
import type { KeyRing } from '@crm/platform/encryption/kms.js';
import {
  ArchiveError,
  currentKey,
  listedIndex,
  writeDocuments,
  writeManifest,
  type CollectionEntry,
  type Manifest,
} from './archive.js';
import { databasesOf, partCollections } from './databases.js';

interface Source {
  /** The store's URI, with the prefix of the database names: `mongodb://host/crm`. */
  uri: string;
  /** `snapshot`: consistent read on a live server; `quiet`: nobody uses the store. */
  reading: 'snapshot' | 'quiet';
  /** The first one encrypts. */
  keys: KeyRing;
  /** The data, or the data keys of persons, which are kept apart from it and for a shorter time. */
  part?: Manifest['part'];
}

/**
 * Writes every collection of every service into an empty or new folder, encrypted, the manifest last. Throws
 * `ArchiveError` if the folder is in use.
 */
export async function backUp(
  { uri, reading, keys, part = 'data' }: Source,
  folder: string,
  now: Date,
): Promise<Manifest> {
  const key = currentKey(keys);
  const id = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new ArchiveError(`${folder} is not empty.`);
  const client = await MongoClient.connect(uri, { maxPoolSize: 2 });
  const session: ClientSession | undefined =
    reading === 'snapshot' ? client.startSession({ snapshot: true }) : undefined;
  try {
    const collections: CollectionEntry[] = [];
    for (const { service, db } of databasesOf(client, uri)) {
      for (const name of await partCollections(db, part)) {
        const file = `${service}.${name.replace(/[^\w-]/g, '_')}.bson.gz.enc`;
        const collection = db.collection<Uint8Array & { _id: never }>(name);
        const documents = collection.find({}, { raw: true, batchSize: 500, ...(session ? { session } : {}) });
        const written = await writeDocuments({ folder, id, file, key: key.key }, documents);
        const indexes = listedIndex.array().parse(await collection.listIndexes().toArray());
        collections.push({
          service,
          name,
          file,
          ...written,
          // The server sets index versions itself.
          indexes: indexes
            .filter((index) => index.name !== '_id_')
            .map(({ v: _version, ns: _namespace, ...index }) => index),
        });
      }
    }
    const content: Manifest = { id, at: now.toISOString(), part, collections };
    await writeManifest(folder, content, key);
    return content;
  } finally {
    await session?.endSession();
    await client.close();
  }
}
