import mongoose, { type mongo } from 'mongoose';

const indexNotFound = 27;

/**
 * Takes away an index that no version makes any more, where a store still has it. `isRetired` tells it from another of the
 * same name. The collection stands: its other indexes are built.
 */
export async function dropRetiredIndex(
  collection: Pick<mongo.Collection, 'indexes' | 'dropIndex'>,
  name: string,
  isRetired: (index: mongo.IndexDescriptionInfo) => boolean = () => true,
): Promise<void> {
  const indexes = await collection.indexes();
  if (!indexes.some((index) => index.name === name && isRetired(index))) return;
  try {
    await collection.dropIndex(name);
  } catch (error) {
    // Another process took it away first.
    if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== indexNotFound) throw error;
  }
}
