import type { Collection, Document } from 'mongodb';
import { z } from 'zod';

/**
 * Fills a collection without its dense indexes and rebuilds these afterwards: inserting keys at random places costs
 * several times as much as sorting them. The sparse ones stay, because the services use them all the time. Returns
 * both durations in milliseconds.
 */
export async function loadUnindexed<T extends Document>(
  collection: Collection<T>,
  load: () => Promise<void>,
): Promise<{ loaded: number; indexed: number }> {
  const started = performance.now();
  const dropped = (await collection.indexes()).filter(
    ({ name, sparse }) => name !== '_id_' && sparse !== true,
  );
  for (const { name } of dropped) await collection.dropIndex(z.string().parse(name));
  await load();
  const loaded = performance.now() - started;
  if (dropped.length > 0)
    await collection.createIndexes(dropped.map(({ v: _version, ...description }) => description));
  return { loaded, indexed: performance.now() - started - loaded };
}
