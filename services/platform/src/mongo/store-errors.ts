import mongoose, { type mongo } from 'mongoose';

/** The store's code for a value of a unique index that another document has. */
export const duplicateKey = 11_000;

/** Whether a write was refused because another document has the value of a unique index. */
export function isDuplicate(error: unknown): error is mongo.MongoServerError {
  return error instanceof mongoose.mongo.MongoServerError && error.code === duplicateKey;
}

/**
 * Inserts many documents at once and leaves out those of which a unique index has the value already: these it answers.
 * Throws what else goes wrong; what could be inserted is.
 */
export async function insertNew<T extends mongo.Document>(
  collection: Pick<mongo.Collection<T>, 'insertMany'>,
  docs: readonly mongo.OptionalUnlessRequiredId<T>[],
): Promise<mongo.OptionalUnlessRequiredId<T>[]> {
  if (docs.length === 0) return [];
  try {
    await collection.insertMany([...docs], { ordered: false });
    return [];
  } catch (error) {
    const refused = error instanceof mongoose.mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (refused.length === 0 || refused.some(({ code }) => code !== duplicateKey)) throw error;
    const left = new Set(refused.map(({ index }) => index));
    return docs.filter((_doc, index) => left.has(index));
  }
}
