import { z } from 'zod';
import type { LeadsContext } from '../context.js';
import type { ListFilter } from './list-query.rules.js';

const counted = z.object({ n: z.int() });

/**
 * How many leads a filter finds. By the `count` command and not by the pipeline of `countDocuments`: a total stands
 * beside every page, and this way the index alone answers it, in any store.
 */
export async function countMatching(ctx: Pick<LeadsContext, 'leads'>, filter: ListFilter): Promise<number> {
  const { db } = ctx.leads.db;
  if (db === undefined) throw new Error('The store is not connected');
  const answer: unknown = await db.command({ count: ctx.leads.collection.name, query: filter });
  return counted.parse(answer).n;
}
