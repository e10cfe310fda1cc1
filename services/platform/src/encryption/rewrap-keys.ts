import type { Connection } from 'mongoose';
import type { Indexed } from '../mongo/connect.js';
import { dataKeyCollection, wrappedOf, type DataKeyDoc } from './data-keys.js';
import type { Kms } from './kms.js';

const batchSize = 500;

/** How far the exchange of a master key has come. */
export interface Rewrapped {
  /** The master key that wraps now. */
  by: string;
  rewrapped: number;
  /** The master keys that data keys were wrapped by before: none of these is needed any more. */
  replaced: string[];
}

/** The index behind the search for keys that another master key wrapped: find({ by: { $ne } }). */
export const indexedDataKeys: Indexed = {
  modelName: 'data-key',
  collection: { collectionName: dataKeyCollection },
  schema: { indexes: () => [[{ by: 1 }, {}]] },
};

/**
 * Wraps every data key by the current master key, in batches: what was encrypted under them stays as it is. It may run while
 * the services work, and several times; one that was killed goes on with what is left. A key that is destroyed meanwhile
 * stays destroyed.
 */
export async function rewrapKeys(
  connection: Connection,
  kms: Kms,
  progress: (rewrapped: number) => void = () => undefined,
): Promise<Rewrapped> {
  const collection = connection.collection<DataKeyDoc>(dataKeyCollection);
  const by = await kms.current();
  const others = { by: { $exists: true, $ne: by } } as const;
  const replaced = new Set<string>();
  let rewrapped = 0;
  for (;;) {
    const docs = await collection.find(others).limit(batchSize).toArray();
    if (docs.length === 0) return { by, rewrapped, replaced: [...replaced] };
    const wrapped = docs.flatMap((doc) => {
      const key = wrappedOf(doc);
      return key === undefined ? [] : [{ _id: doc._id, owner: doc._id.toHexString(), wrapped: key }];
    });
    const keys = await kms.unwrap(wrapped);
    const anew = await kms.wrap(
      wrapped.flatMap(({ owner }, index) => {
        const key = keys[index];
        return key === undefined ? [] : [{ owner, key }];
      }),
    );
    const writes = wrapped.flatMap(({ _id, wrapped: before }, index) => {
      const after = anew[index];
      replaced.add(before.by);
      return after === undefined
        ? []
        : [
            {
              updateOne: {
                filter: { _id, key: before.text },
                update: { $set: { by: after.by, key: after.text } },
              },
            },
          ];
    });
    await collection.bulkWrite(writes, { ordered: false });
    rewrapped += writes.length;
    progress(rewrapped);
  }
}
