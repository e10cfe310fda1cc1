import { createHash } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { readDocuments, type OpenedArchive } from './archive.js';
import { databasesOf } from './databases.js';

/** A collection by its documents alone: how many there are, and a hash that their order does not change. */
export interface Content {
  documents: number;
  hash: string;
}

const modulus = 2n ** 256n;

/** Hashes documents in whatever order they come: a store gives them in another one after a restore. */
export async function contentOf(documents: AsyncIterable<Uint8Array>): Promise<Content> {
  let count = 0;
  let sum = 0n;
  for await (const document of documents) {
    count += 1;
    sum = (sum + BigInt(`0x${createHash('sha256').update(document).digest('hex')}`)) % modulus;
  }
  return { documents: count, hash: sum.toString(16).padStart(64, '0') };
}

/** A collection that is not what the backup has. */
export interface Difference {
  collection: string;
  wanted: Content;
  found: Content;
}

/** Compares every collection of a restored store with a verified backup, document by document. */
export async function compare(uri: string, folder: string, archive: OpenedArchive): Promise<Difference[]> {
  const client = await MongoClient.connect(uri, { maxPoolSize: 2 });
  try {
    const databases = new Map(databasesOf(client, uri).map(({ service, db }) => [`${service}`, db]));
    const differences: Difference[] = [];
    for (const { service, name, file } of archive.manifest.collections) {
      const wanted = await contentOf(readDocuments(folder, archive, file));
      const documents = databases.get(service)?.collection<Uint8Array & { _id: never }>(name);
      const found =
        documents === undefined
          ? { documents: 0, hash: '' }
          : await contentOf(documents.find({}, { raw: true, batchSize: 500 }));
      if (found.documents !== wanted.documents || found.hash !== wanted.hash)
        differences.push({ collection: `${service}.${name}`, wanted, found });
    }
    return differences;
  } finally {
    await client.close();
  }
}
