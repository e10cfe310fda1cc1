import mongoose from 'mongoose';
import { duplicateKey } from '@crm/platform/mongo/store-errors.js';

/** The part of a collection that takes new documents. */
interface Inserting<D> {
  insertMany(documents: D[], options: { ordered: false }): Promise<unknown>;
}

/**
 * Inserts documents as they are, each on its own, and answers the positions of those that were there already by a unique
 * key. Throws where the store refuses one for another reason. By the driver and not by a model: every value was made by a
 * rule, and casting it again costs more than the insert.
 */
export async function insertUnlessKnown<D>(
  collection: Inserting<D>,
  documents: readonly D[],
): Promise<ReadonlySet<number>> {
  if (documents.length === 0) return new Set();
  try {
    await collection.insertMany([...documents], { ordered: false });
    return new Set();
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.length === 0 || failures.some(({ code }) => code !== duplicateKey)) throw error;
    return new Set(failures.map(({ index }) => index));
  }
}
