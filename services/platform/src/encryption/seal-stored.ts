import type { Connection, mongo } from 'mongoose';
import { rawCollection } from '../mongo/raw-collection.js';
import { inBatches, type Migration, type Stored } from '../migrations/migration.js';
import type { DataKeys } from './data-keys.js';
import { needsSealing, ownerOf, sealedDocument, type SealedFields } from './sealed-fields.js';

/** What is stored beside a sealed field and has to change with it, by the field, of its value. */
export type AlsoChanged = Readonly<Record<string, (value: unknown) => Record<string, unknown>>>;

/**
 * Seals what a collection holds in clear. Releases before it cannot read that, so they are gone by then. A field that somebody
 * changes meanwhile is left as they wrote it, which is sealed.
 */
export function sealingMigration(
  parts: () => { connection: Connection; keys: DataKeys },
  spec: SealedFields,
  { version, also = {} }: { version: number; also?: AlsoChanged | undefined },
): Migration {
  const { collection } = spec;
  const stored = () => rawCollection<Stored>(parts().connection, collection);

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
    id: `sealed-fields ${collection}`,
    collection,
    version,
    runs: 'after',
    next: inBatches({
      collection: stored,
      change: async (documents) => {
        const { keys } = parts();
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
      },
    }),
  };
}
