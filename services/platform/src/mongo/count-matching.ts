import type { Collection } from 'mongoose';
import { z } from 'zod';

const counted = z.object({ n: z.int() });

/**
 * How many documents of a collection a filter finds. By the `count` command and not by the pipeline of `countDocuments`:
 * a total stands beside every page, and this way the index alone answers it, in any store.
 */
export async function countMatching(
  { conn, name }: Pick<Collection, 'conn' | 'name'>,
  filter: object,
): Promise<number> {
  if (conn.db === undefined) throw new Error('The store is not connected');
  const answer: unknown = await conn.db.command({ count: name, query: filter });
  return counted.parse(answer).n;
}
