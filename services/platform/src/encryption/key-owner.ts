import { Types, type Connection } from 'mongoose';
import { inBatches, type Migration, type Stored } from '../migrations/migration.js';
import { rawCollection } from '../mongo/raw-collection.js';

/**
 * The field of a document that names the owner of its key, where the lead that it belongs to is found later, or never: it
 * stays as it was when the document was written.
 */
export const keyOwner = 'key_id';

/** Whose key it is: the lead's, or the document's own where no lead is known as it is written. */
export const keyOwnerOf = (lead_id: Types.ObjectId | null, own: Types.ObjectId): Types.ObjectId =>
  lead_id ?? own;

/** Gives the documents of a collection that have none their owner: the first of some fields that has an id, else their own. */
export function keyOwnerMigration(
  connection: () => Connection,
  collection: string,
  { version, from }: { version: number; from: readonly string[] },
): Migration {
  const stored = () => rawCollection<Stored>(connection(), collection);
  const ownerOf = (document: Stored): unknown => {
    const named = from.find((field) => document[field] instanceof Types.ObjectId);
    return named === undefined ? document._id : document[named];
  };
  return {
    id: `key-owners ${collection}`,
    collection,
    version,
    runs: 'before',
    next: inBatches({
      collection: stored,
      projection: { [keyOwner]: 1, ...Object.fromEntries(from.map((field) => [field, 1])) },
      change: async (documents) => {
        const writes = documents
          .filter((document) => !(keyOwner in document))
          .map((document) => ({
            updateOne: {
              filter: { _id: document._id, [keyOwner]: { $exists: false } },
              update: { $set: { [keyOwner]: ownerOf(document) } },
            },
          }));
        if (writes.length > 0) await stored().bulkWrite(writes, { ordered: false });
      },
    }),
  };
}
