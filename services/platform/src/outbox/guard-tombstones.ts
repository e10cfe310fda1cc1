import type { Connection } from 'mongoose';
import { partOf } from './part-of.js';
import { mindsTombstones } from './tombstones.rules.js';

/** A query that could take tombstones for records: a fault of whoever wrote it. */
export class TombstonesForgotten extends Error {
  constructor(collection: string, operation: string) {
    super(`${operation} on ${collection} may find deleted records: filter by alive() or evenDeleted()`);
    this.name = 'TombstonesForgotten';
  }
}

/** Whether a filter has tombstones in mind. */
type Minds = (filter: unknown) => boolean;
/** Whether the arguments of an operation do. */
type Check = (args: readonly unknown[], minds: Minds) => boolean;

const byFilter: Check = ([filter], minds) => minds(filter);

/** What is inserted has no filter. */
const isMindful = (operation: unknown, minds: Minds) =>
  Object.entries(operation ?? {}).every(
    ([name, given]) => name === 'insertOne' || minds(partOf(given, 'filter')),
  );

/** The operations of a collection that find documents, and where each has its filter. */
const checks: Readonly<Record<string, Check>> = {
  find: byFilter,
  findOne: byFilter,
  count: byFilter,
  countDocuments: byFilter,
  estimatedDocumentCount: () => false,
  distinct: ([, filter], minds) => minds(filter),
  aggregate: ([pipeline], minds) => Array.isArray(pipeline) && minds(partOf(pipeline[0], '$match')),
  updateOne: byFilter,
  updateMany: byFilter,
  replaceOne: byFilter,
  deleteOne: byFilter,
  deleteMany: byFilter,
  findOneAndUpdate: byFilter,
  findOneAndReplace: byFilter,
  findOneAndDelete: byFilter,
  bulkWrite: ([operations], minds) =>
    Array.isArray(operations) && operations.every((operation) => isMindful(operation, minds)),
};

/**
 * Makes every query of a collection say whether it means tombstones, those of its model, of the driver and of the relay
 * alike, since all of them go through the connection's one collection: `TombstonesForgotten` is thrown otherwise, in
 * every environment and before the store is asked. `alsoKept` are fields of a record that its tombstone keeps.
 */
export function guardTombstones(
  connection: Connection,
  name: string,
  alsoKept: readonly string[] = [],
): void {
  const collection = connection.collection(name);
  const minds: Minds = (filter) => mindsTombstones(filter, alsoKept);
  for (const [operation, check] of Object.entries(checks)) {
    const original: unknown = Reflect.get(collection, operation);
    if (typeof original !== 'function') continue;
    Reflect.set(collection, operation, (...args: unknown[]): unknown => {
      if (!check(args, minds)) throw new TombstonesForgotten(name, operation);
      const answer: unknown = Reflect.apply(original, collection, args);
      return answer;
    });
  }
}
