import type { mongo } from 'mongoose';
import { keyRing } from '../encryption/key-ring.js';
import { localKms } from '../encryption/kms.js';
import { sealStore } from '../encryption/seal-store.js';
import type { SealedFields } from '../encryption/sealed-fields.js';
import { silentLogger } from '../log/logger.js';
import { connectMongo } from '../mongo/connect.js';

/** All documents of a collection, as a service with these master keys reads them; for checks that look into its store. */
export async function readOpened<D extends mongo.Document>(
  uri: string,
  masterKeys: string,
  spec: SealedFields,
): Promise<mongo.WithId<D>[]> {
  const store = await connectMongo({ uri, log: silentLogger });
  try {
    sealStore(store.connection, localKms(keyRing.parse(masterKeys)), [spec]);
    return await store.connection.collection<D>(spec.collection).find().sort({ _id: 1 }).toArray();
  } finally {
    await store.close();
  }
}
