import mongoose, { Types, type Model, type UpdateQuery } from 'mongoose';
import { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { recordChanged, type recordChange } from '@crm/contracts/bus/record-events.js';
import type { RestQuery } from '@crm/contracts/endpoint/rest-query.js';
import { capital, type AnyResource, type Fields } from '@crm/contracts/resources/define-resource.js';
import type { Clock } from '../clock.js';
import { alreadyExists, conflict, notFound, type ConflictDetails } from '../errors/app-error.js';
import { countMatching } from '../mongo/count-matching.js';
import { isDuplicate } from '../mongo/store-errors.js';
import { newEvent } from '../outbox/new-event.js';
import { alive, insertWithEvents, tombstone, withEvents } from '../outbox/outbox-fields.js';
import type { Relay } from '../outbox/relay.js';
import { readListQuery } from './list-query.rules.js';
import { recordOf, storedFields, versionOf, type StoredOf } from './stored-record.js';

type RecordOf<F extends Fields> = z.input<AnyResource<F>['record']>;

/** A resource in its service: its definition, where it is stored, and what is its own. */
export interface Stored<F extends Fields, D extends StoredOf<F>> {
  resource: AnyResource<F>;
  model: Model<D>;
  clock: Clock;
  /** Woken after each write: everybody who may read the record is told of it. */
  relay: Pick<Relay, 'wake'>;
}

/** The refusal of a value that another record has; the error itself where it is another one. */
function refusalOf<F extends Fields, D extends StoredOf<F>>(
  { resource: { unique = {} } }: Stored<F, D>,
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
    const docs = await model
      .find(alive({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }))
      .lean<D[]>();
    return { records: docs.map((doc) => recordOf(resource, doc)), skip: 0, total: docs.length };
  }
  const among = alive(filter);
  const [docs, total] = await Promise.all([
    model.find(among).sort(sort).skip(rows.skip).limit(rows.limit).lean<D[]>(),
    countMatching(model.collection, among),
  ]);
  return { records: docs.map((doc) => recordOf(resource, doc)), skip: rows.skip, total };
}

/** What is stored of a record. Throws `not_found`. */
async function findStored<F extends Fields, D extends StoredOf<F>>(
  { resource, model }: Stored<F, D>,
  id: string,
): Promise<D> {
  const doc = await model.findOne(alive({ _id: id })).lean<D>();
  if (doc === null) throw notFound(capital(resource.one));
  return doc;
}

/** The record of an id. Throws `not_found`. */
export async function getRecord<F extends Fields, D extends StoredOf<F>>(
  stored: Stored<F, D>,
  id: string,
): Promise<RecordOf<F>> {
  return recordOf(stored.resource, await findStored(stored, id));
}

/** The event of a record's change, at the version that it has then. */
function eventOf<F extends Fields, D extends StoredOf<F>>(
  { resource: { name, service }, clock }: Pick<Stored<F, D>, 'resource' | 'clock'>,
  actor: Pick<Actor, 'id' | 'role'>,
  about: { id: string; change: z.output<typeof recordChange>; version: number },
) {
  const { id, change, version } = about;
  return newEvent(recordChanged, {
    source: service,
    subject: `${name}/${id}`,
    sequence: version,
    data: { resource: name, id, change, user_id: null },
    actor,
    now: clock.now(),
  });
}

/** Makes a record; `more` is what the product sets of it, its own fields among them. Throws `already_exists` for a unique value in use. */
export async function createRecord<F extends Fields, D extends StoredOf<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  given: z.output<AnyResource<F>['creation']>,
  more: Omit<D, keyof StoredOf<F>> & Partial<StoredOf<F>>,
): Promise<RecordOf<F>> {
  const { resource, model, clock, relay } = stored;
  const { fullname } = actor;
  const now = clock.now();
  const _id = new Types.ObjectId();
  const event = eventOf(stored, actor, { id: _id.toHexString(), change: 'created', version: 1 });
  const empty: Record<string, unknown> = Object.fromEntries(
    Object.entries(resource.fields).map(([key, { typed }]) => [key, typed.toWire(typed.empty)]),
  );
  const fields = {
    _id,
    ...storedFields(resource.fields, { ...empty, ...given }),
    ...more,
    createdAt: now,
    updatedAt: now,
    created_by: fullname,
    changed_by: fullname,
  };
  const doc = insertWithEvents(fields, [event], now) as unknown as D;
  try {
    await model.collection.insertOne(doc);
  } catch (error) {
    throw refusalOf(stored, error);
  }
  relay.wake(resource.name);
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
    version: versionOf(doc),
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
  actor: Actor,
  id: string,
  change: z.output<AnyResource<F>['change']>,
): Promise<RecordOf<F>> {
  const { resource } = stored;
  const { version, ...given } = versioned.parse(change);
  const doc = await writeRecord(stored, actor, { id, version }, storedFields(resource.fields, given));
  if (doc !== null) return recordOf(resource, doc);
  throw conflict(conflictOf(resource, await findStored(stored, id), given));
}

/**
 * Sets stored fields of the record that still has a version, in one write with the event of that. Answers the record as it
 * is then, or null where it has another version or is gone. Throws `already_exists`.
 */
export async function writeRecord<F extends Fields, D extends StoredOf<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  { id, version }: { id: string; version: number },
  set: Record<string, unknown>,
): Promise<D | null> {
  const { resource, model, clock, relay } = stored;
  const now = clock.now();
  const event = eventOf(stored, actor, { id, change: 'updated', version: version + 1 });
  const $set = { ...set, updatedAt: now, changed_by: actor.fullname };
  let doc: D | null;
  try {
    doc = await model
      .findOneAndUpdate(alive({ _id: id, version: atVersion(version) }), withEvents({ $set }, [event], now), {
        returnDocument: 'after',
      })
      .lean<D>();
  } catch (error) {
    throw refusalOf(stored, error);
  }
  if (doc !== null) relay.wake(resource.name);
  return doc;
}

/** A record from before there were versions has none. */
const atVersion = (version: number) => (version === 0 ? { $in: [0, null] } : version);

/** Deletes a record and answers it as it was. Throws `not_found`. */
export async function removeRecord<F extends Fields, D extends StoredOf<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  id: string,
): Promise<RecordOf<F>> {
  const { resource, model, clock, relay } = stored;
  for (;;) {
    const current = await findStored(stored, id);
    const version = versionOf(current);
    const event = eventOf(stored, actor, { id, change: 'deleted', version: version + 1 });
    const { matchedCount } = await model.updateOne(
      alive({ _id: id, version: atVersion(version) }),
      // Mongoose cannot tell which fields a model has that is not known yet.
      tombstone(model, [event], clock.now()) as UpdateQuery<D>,
    );
    // Whoever changed it in between has only made it another version of what is deleted.
    if (matchedCount === 0) continue;
    relay.wake(resource.name);
    return recordOf(resource, current);
  }
}
