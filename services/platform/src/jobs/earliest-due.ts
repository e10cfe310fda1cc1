import type { Model } from 'mongoose';
import { z } from 'zod';
import { nativeCollection } from '../mongo/native-collection.js';
import type { Job } from './job-scheduler.js';

const fields = z.record(z.string(), z.unknown());

/** What a document has at a dotted path. */
const at = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => fields.safeParse(value).data?.[name], document);

/**
 * The earliest instant that any document of a model has at `path`, for a job's `nextDueAt`; null where none has one. Give
 * the rest of the index it is to be found by in `filter`. Throws where the store is away.
 */
export async function earliestDue(
  model: Pick<Model<unknown>, 'collection' | 'db'>,
  path: string,
  filter: Readonly<Record<string, unknown>> = {},
): Promise<Date | null> {
  const found = await nativeCollection(model)
    // Both, so that sparse indexes and those of dates alone answer it.
    .findOne(
      { ...filter, [path]: { $type: 'date', $gt: new Date(0) } },
      { sort: { [path]: 1 }, projection: { [path]: 1 } },
    );
  return z
    .date()
    .nullable()
    .parse(at(found, path) ?? null);
}

/** The names of the collections of some models, for a job's `collections`. */
export const collectionsOf = (...models: readonly Pick<Model<unknown>, 'collection'>[]): string[] =>
  models.map(({ collection }) => collection.collectionName);

/** What a job says of work that is due when the first document of a model is: at `path`, among those that `filter` names. */
export const dueIn = (
  model: Pick<Model<unknown>, 'collection' | 'db'>,
  path: string,
  filter?: Readonly<Record<string, unknown>>,
): Required<Pick<Job, 'collections' | 'nextDueAt'>> => ({
  collections: collectionsOf(model),
  nextDueAt: () => earliestDue(model, path, filter),
});

/** The first of some instants; null where there is none. */
export function firstOf(instants: readonly (Date | null)[]): Date | null {
  const known = instants.flatMap((instant) => instant?.getTime() ?? []);
  return known.length === 0 ? null : new Date(Math.min(...known));
}
