import type { Store } from '../storage/store.js';

/** The content of a collection's indexes: for each its keys, without the index id, and the records they point to. */
export function indexContent(store: Store, namespace: string): Map<string, string[]> {
  const collection = store.catalog.collection(namespace);
  return new Map(
    collection?.indexes.map((one) => {
      const after = Buffer.from(one.prefix);
      after.writeUInt32BE(one.id + 1);
      const entries = [...store.reads.entries(one, { start: one.prefix, end: after }, false)];
      return [
        one.name,
        entries.map(({ key, record }) => `${key.subarray(4).toString('hex')} ${String(record)}`),
      ];
    }),
  );
}
