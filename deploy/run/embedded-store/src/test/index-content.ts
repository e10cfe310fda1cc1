import type { Store } from '../storage/store.js';

/** What the indexes of a collection hold: of each its keys, without its own number, and the records they lead to. */
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
