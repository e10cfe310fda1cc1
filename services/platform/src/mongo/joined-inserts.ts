import type { Model, mongo } from 'mongoose';
import { joinedWrites } from './joined-writes.js';
import { nativeCollection } from './native-collection.js';
import { insertNew } from './store-errors.js';

/**
 * Inserts documents that are made at the same time by one write; one whose `_id` is there already stays as it is. `model` says
 * where. Throws what the store throws, to whoever brought the document.
 */
export function joinedInserts<D extends mongo.Document>(
  model: Pick<Model<unknown>, 'db' | 'collection'>,
): (documents: readonly mongo.OptionalUnlessRequiredId<D>[]) => Promise<void> {
  return joinedWrites<mongo.OptionalUnlessRequiredId<D>>(async (documents) => {
    await insertNew(nativeCollection<D>(model), documents);
  });
}
