import type { Connection, mongo, Types } from 'mongoose';
import type { DataKeys } from './data-keys.js';
import { needsSealing, ownerOf, sealedDocument, type SealedFields } from './sealed-fields.js';

const batchSize = 200;
const migrationsName = 'migrations';

type Stored = mongo.Document & { _id: Types.ObjectId | string };

/** How far a migration came: a process that goes on begins behind `after`. */
interface MigrationDoc {
  _id: string;
  after?: Types.ObjectId | string;
  done?: boolean;
}

/** What is stored beside a sealed field and has to change with it, by the field, of its value. */
export type AlsoChanged = Readonly<Record<string, (value: unknown) => Record<string, unknown>>>;

export interface SealingMigration {
  isDone(): Promise<boolean>;
  /** Seals the next documents that hold their fields in clear; answers whether there are more. */
  next(): Promise<boolean>;
}

/**
 * Seals what a collection holds in clear, by batches in the order of ids. Killed at any point it goes on where it was;
 * several processes may do it at once. A field that somebody changes meanwhile is left as they wrote it, which is sealed.
 */
export function sealingMigration(
  connection: Connection,
  spec: SealedFields,
  keys: DataKeys,
  also: AlsoChanged = {},
): SealingMigration {
  const state = connection.collection<MigrationDoc>(migrationsName);
  const _id = `sealed-fields ${spec.collection}`;
  // Past the connection's own collection, which would decrypt what it reads and encrypt what it is given.
  const stored = () => {
    if (connection.db === undefined) throw new Error('The store is not connected');
    return connection.db.collection<Stored>(spec.collection);
  };

  const without = { $unset: Object.fromEntries([...spec.fields].map((field) => [field, 1 as const])) };

  /** Each field by itself: where one has changed meanwhile the others are sealed all the same. */
  const writesOf = (document: Stored, sealed: Stored): mongo.AnyBulkWriteOperation<Stored>[] =>
    [...spec.fields].flatMap((field) => {
      const before: unknown = Reflect.get(document, field);
      const after: unknown = Reflect.get(sealed, field);
      if (before === after) return [];
      return [
        {
          updateOne: {
            filter: { _id: document._id, [field]: before },
            update: { $set: { [field]: after, ...also[field]?.(before) } },
          },
        },
      ];
    });

  return {
    isDone: async () => (await state.findOne({ _id }))?.done === true,
    next: async () => {
      const at = await state.findOne({ _id });
      if (at?.done === true) return false;
      const documents = await stored()
        .find(at?.after === undefined ? {} : { _id: { $gt: at.after } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const clear = documents.filter((document) => needsSealing(spec, document));
      const owners = new Set(clear.map((document) => ownerOf(spec, document)));
      const before = await keys.find(owners);
      const isErased = (owner: string) => before.get(owner) === 'destroyed';
      const known = await keys.forWriting([...owners].filter((owner) => !isErased(owner)));
      const writes = clear.flatMap((document): mongo.AnyBulkWriteOperation<Stored>[] => {
        const owner = ownerOf(spec, document);
        const key = known.get(owner);
        // A backup brought back what was erased: it goes again.
        if (key === undefined) return [{ updateOne: { filter: { _id: document._id }, update: without } }];
        return writesOf(document, sealedDocument(spec, key, document));
      });
      if (writes.length > 0) await stored().bulkWrite(writes, { ordered: false });
      const last = documents.at(-1);
      const isMore = documents.length === batchSize && last !== undefined;
      await state.updateOne(
        { _id },
        { $set: isMore ? { after: last._id } : { done: true } },
        { upsert: true },
      );
      return isMore;
    },
  };
}
