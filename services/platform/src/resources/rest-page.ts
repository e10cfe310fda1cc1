import type { Response } from 'express';
import type { Model, QueryFilter, SortOrder } from 'mongoose';
import { contentRange, rowsOfRange } from '@crm/contracts/endpoint/rest-range.js';
import { countMatching } from '../mongo/count-matching.js';

interface Listed<D, V> {
  /** As it is in the address. */
  name: string;
  model: Model<D>;
  filter: QueryFilter<D>;
  /** The one order that the list has. */
  sort: Record<string, SortOrder>;
  view: (doc: D) => V;
}

/** A page of documents that have a form of their own, in the resource dialect. */
export async function restPage<D, V>(
  { name, model, filter, sort, view }: Listed<D, V>,
  range: string | undefined,
  res: Response,
): Promise<V[]> {
  const { skip, limit } = rowsOfRange(range);
  const [docs, total] = await Promise.all([
    model.find(filter).sort(sort).skip(skip).limit(limit).lean<D[]>(),
    countMatching(model.collection, filter),
  ]);
  res.setHeader('content-range', contentRange(name, skip, docs.length, total));
  return docs.map(view);
}
