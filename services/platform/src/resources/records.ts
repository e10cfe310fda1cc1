import mongoose, { Types, type Model } from 'mongoose';
import { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { RestQuery } from '@crm/contracts/http/rest-query.js';
import { capital, type AnyResource, type Fields } from '@crm/contracts/resources/define-resource.js';
import type { Clock } from '../clock.js';
import { alreadyExists, conflict, notFound, type ConflictDetails } from '../errors/app-error.js';
import { countMatching } from '../mongo/count-matching.js';
import { isDuplicate } from '../mongo/store-errors.js';
import { readListQuery } from './list-query.rules.js';
import { recordOf, storedFields, type StoredOf } from './stored-record.js';

type RecordOf<F extends Fields> = z.input<AnyResource<F>['record']>;

/** A resource in its service: its definition, where it is stored, and what is its own. */
export interface Stored<F extends Fields, D extends StoredOf<F>> {
  resource: AnyResource<F>;
  model: Model<D>;
  clock: Clock;
  /** Unique fields, each with the sentence of a value that another record has. */
  unique?: Partial<Record<keyof F & string, string>>;
}

/** The refusal of a value that another record has; the error itself where it is another one. */
function refusalOf<F extends Fields, D extends StoredOf<F>>(
  { unique = {} }: Stored<F, D>,
  error: unknown,
): unknown {
  if (!isDuplicate(error)) return error;
  const keys =
    error instanceof mongoose.mongo.MongoServerError
      ? Object.keys(Object(error['keyPattern']) as object)
      : [];
  const taken = Object.entries<string | undefined>(unique).find(([field]) => keys.includes(field));
  return taken?.[1] === undefined ? error : alreadyExists(taken[1], taken[0]);
}

/** A page of records and how many there are; those of certain ids where the query names them. Throws `invalid`. */
export async function listRecords<F extends Fields, D extends StoredOf<F>>(
  { resource, model }: Stored<F, D>,
  query: RestQuery,
): Promise<{ records: RecordOf<F>[]; skip: number; total: number }> {
  const { ids, filter, sort, rows } = readListQuery(resource, query);
  if (ids !== undefined) {
    const docs = await model.find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }).lean<D[]>();
    return { records: docs.map((doc) => recordOf(resource, doc)), skip: 0, total: docs.length };
  }
  const [docs, total] = await Promise.all([
    model.find(filter).sort(sort).skip(rows.skip).limit(rows.limit).lean<D[]>(),
    countMatching(model.collection, filter),
  ]);
  return { records: docs.map((doc) => recordOf(resource, doc)), skip: rows.skip, total };
}

/** The record of an id. Throws `not_found`. */
export async function getRecord<F extends Fields, D extends StoredOf<F>>(
  { resource, model }: Stored<F, D>,
  id: string,
): Promise<RecordOf<F>> {
  const doc = await model.findById(id).lean<D>();
  if (doc === null) throw notFound(capital(resource.one));
  return recordOf(resource, doc);
}

/** Makes a record; `more` is what the product sets of it, its own fields among them. Throws `already_exists` for a unique value in use. */
export async function createRecord<F extends Fields, D extends StoredOf<F>>(
  stored: Stored<F, D>,
  { fullname }: Pick<Actor, 'fullname'>,
  given: z.output<AnyResource<F>['creation']>,
  more: Omit<D, keyof StoredOf<F>> & Partial<StoredOf<F>>,
): Promise<RecordOf<F>> {
  const { resource, model, clock } = stored;
  const now = clock.now();
  const empty: Record<string, unknown> = Object.fromEntries(
    Object.entries(resource.fields).map(([key, { typed }]) => [key, typed.toWire(typed.empty)]),
  );
  const doc = {
    _id: new Types.ObjectId(),
    ...storedFields(resource.fields, { ...empty, ...given }),
    ...more,
    version: 0,
    createdAt: now,
    updatedAt: now,
    created_by: fullname,
    changed_by: fullname,
  } as unknown as D;
  try {
    await model.collection.insertOne(doc);
  } catch (error) {
    throw refusalOf(stored, error);
  }
  return recordOf(resource, doc);
}

const versioned = z.looseObject({ version: z.int() });

/** What somebody else made of a record meanwhile, field by field. */
function conflictOf<F extends Fields, D extends StoredOf<F>>(
  { fields }: AnyResource<F>,
  doc: D,
  given: Record<string, unknown>,
): ConflictDetails {
  const stands: Record<string, unknown> = recordOf({ fields }, doc);
  const differing = Object.keys(fields).filter(
    (key) => given[key] !== undefined && JSON.stringify(given[key]) !== JSON.stringify(stands[key]),
  );
  return {
    version: doc.version ?? 0,
    changed_by: doc.changed_by,
    fields: differing.map((field) => ({ field, yours: given[field], theirs: stands[field] })),
  };
}

/**
 * Changes a record as it was read: `change` has the version, and what of the fields is to stand. Throws `not_found`,
 * `conflict` with the version that stands and the fields that differ, and `already_exists`.
 */
export async function changeRecord<F extends Fields, D extends StoredOf<F>>(
  stored: Stored<F, D>,
  { fullname }: Pick<Actor, 'fullname'>,
  id: string,
  change: z.output<AnyResource<F>['change']>,
): Promise<RecordOf<F>> {
  const { resource, model, clock } = stored;
  const { version, ...given } = versioned.parse(change);
  const set = { ...storedFields(resource.fields, given), updatedAt: clock.now(), changed_by: fullname };
  // A record from before there were versions has none.
  const isVersion = version === 0 ? { $in: [0, null] } : version;
  let doc: D | null;
  try {
    doc = await model
      .findOneAndUpdate(
        { _id: id, version: isVersion },
        { $set: set, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .lean<D>();
  } catch (error) {
    throw refusalOf(stored, error);
  }
  if (doc !== null) return recordOf(resource, doc);
  const stands = await model.findById(id).lean<D>();
  if (stands === null) throw notFound(capital(resource.one));
  throw conflict(conflictOf(resource, stands, given));
}

/** Deletes a record and answers it as it was. Throws `not_found`. */
export async function removeRecord<F extends Fields, D extends StoredOf<F>>(
  { resource, model }: Stored<F, D>,
  id: string,
): Promise<RecordOf<F>> {
  const doc = await model.findByIdAndDelete(id).lean<D>();
  if (doc === null) throw notFound(capital(resource.one));
  return recordOf(resource, doc);
}
