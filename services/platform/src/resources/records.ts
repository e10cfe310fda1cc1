import { Types, type Model, type UpdateQuery, type mongo } from 'mongoose';
import { z } from 'zod';
import { ownersSeen, seesAll, type Actor, type Seer } from '@crm/contracts/access.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { recordChanged, type recordChange } from '@crm/contracts/bus/record-events.js';
import type { RestQuery } from '@crm/contracts/endpoint/rest-query.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import { capital, type AnyResource } from '@crm/contracts/resources/define-resource.js';
import { auditChanges } from '../audit/add-details.js';
import { changesBetween, type Disclosure } from '../audit/changes-between.js';
import type { Clock } from '../clock.js';
import {
  alreadyExists,
  conflict,
  invalid,
  notFound,
  type AppError,
  type ConflictDetails,
} from '../errors/app-error.js';
import { countMatching } from '../mongo/count-matching.js';
import { isDuplicate } from '../mongo/store-errors.js';
import { newEvent, type EventActor } from '../outbox/new-event.js';
import { alive, insertWithEvents, tombstone, withEvents } from '../outbox/outbox-fields.js';
import { orderBy, readListQuery, type ListQuery } from './list-query.rules.js';
import { recordOf, storedFields, versionOf, type AnyStored } from './stored-record.js';

type RecordOf<F extends Fields> = z.input<AnyResource<F>['record']>;
/** What is written of a record, as it is on the wire. */
type Written<F extends Fields> = { [K in keyof F]?: z.output<F[K]['wire']> };

/** Where the records of a resource are read from. */
export interface Source<F extends Fields, D> {
  resource: AnyResource<F>;
  model: Model<D>;
  /** A document as a record. */
  view: (doc: D) => RecordOf<F>;
  /** The same of several, where a record says more than its document: that is read once for all of them. */
  views?: (docs: readonly D[]) => Promise<RecordOf<F>[]>;
  /** Which documents of the collection are its records, where it holds others too. */
  within?: object;
  /** The stored fields that give some columns their order, where those are not the fields themselves. */
  sortedBy?: Readonly<Record<string, string>>;
  /** Which documents a search finds, where those are not the ones with words that begin so. */
  searchedBy?: (text: string) => object;
}

/** A resource that is kept by its definition: where, and what is the service's own. */
export interface Stored<F extends Fields, D extends AnyStored<F>> {
  resource: AnyResource<F>;
  model: Model<D>;
  clock: Clock;
  /** What is written as it may be kept. Throws `invalid` for what no schema can tell. */
  clean?: (given: Written<F>) => Written<F>;
  /** What the product sets with a change of a record, for one that keeps what it was. */
  also?: (before: D, by: Pick<Actor, 'fullname'>) => Partial<Omit<D, keyof AnyStored<F>>>;
  /** Told after each write of this process, for one that keeps the records at hand. */
  written?: () => void;
  /** The refusal of a change to values that another record has, where the definition has no sentence for it. */
  refused?: (id: string, given: Written<F>) => Promise<AppError>;
}

/** Which records somebody may change: of those that have owners their own; undefined where all. */
const ownOf = <F extends Fields>(
  { owner }: AnyResource<F>,
  actor: Pick<Actor, 'id' | 'role'>,
): Record<string, Types.ObjectId> | undefined =>
  owner === undefined || seesAll(actor) ? undefined : { [owner]: new Types.ObjectId(actor.id) };

/** Which records somebody may read: the same, and of a resource that is supervised those of their team. */
function readableOf<F extends Fields>(resource: AnyResource<F>, actor: Seer): object | undefined {
  const { owner, supervised } = resource;
  const seen = ownersSeen(actor);
  if (owner === undefined || seen === undefined || supervised !== true) return ownOf(resource, actor);
  return { [owner]: { $in: seen.map((id) => new Types.ObjectId(id)) } };
}

/** Enters what changes of a record: write-only fields by name alone. */
function auditRecord<F extends Fields>(
  { fields, name }: AnyResource<F>,
  id: string,
  before: object | undefined,
  after: object | undefined,
): void {
  const fieldsOf = (doc: object | undefined) =>
    doc &&
    Object.fromEntries(Object.keys(fields).map((key): [string, unknown] => [key, Reflect.get(doc, key)]));
  const disclosure: Disclosure = (field) => (fields[field]?.writeOnly === true ? 'name' : 'values');
  auditChanges(`${name}/${id}`, changesBetween(fieldsOf(before), fieldsOf(after), disclosure));
}

/** What was sent, cleaned, in the form in which it is stored. */
const writtenOf = <F extends Fields, D extends AnyStored<F>>(
  { resource, clean }: Pick<Stored<F, D>, 'resource' | 'clean'>,
  // Checked by the definition's schema, which has these fields.
  given: object,
) => storedFields(resource, { ...(clean ? clean(given) : given) });

/** The refusal of a value that another record has; the error itself where it is another one. */
async function refusalOf<F extends Fields, D extends AnyStored<F>>(
  { resource: { unique = {} }, refused }: Stored<F, D>,
  error: unknown,
  id: string,
  // Checked by the definition's schema, which has these fields.
  given: object,
): Promise<unknown> {
  if (!isDuplicate(error)) return error;
  const keys = Object.keys(Object(error['keyPattern']) as object);
  const taken = Object.entries<string | undefined>(unique).find(([field]) => keys.includes(field));
  if (taken?.[1] !== undefined) return alreadyExists(taken[1], taken[0]);
  return refused === undefined ? error : refused(id, given);
}

/** Such a resource as its records are read. */
export const sourceOf = <F extends Fields, D extends AnyStored<F>>({
  resource,
  model,
}: Stored<F, D>): Source<F, D> => ({ resource, model, view: (doc) => recordOf(resource, doc) });

/** Which documents a query finds of those that somebody may read. */
function wantedOf<F extends Fields, D>(
  { resource, within = {} }: Source<F, D>,
  actor: Actor,
  { owners, filter }: Pick<ListQuery, 'owners' | 'filter'>,
) {
  const owned = [
    owners && { [String(resource.owner)]: { $in: owners.map((id) => new Types.ObjectId(id)) } },
    readableOf(resource, actor),
  ].filter((each) => each !== undefined);
  const matching = { ...within, ...filter };
  return alive(owned.length === 0 ? matching : { $and: [matching, ...owned] });
}

const viewsOf = async <F extends Fields, D>(
  { view, views }: Source<F, D>,
  docs: readonly D[],
): Promise<RecordOf<F>[]> => (views === undefined ? docs.map(view) : views(docs));

/** So many records of a whole list are read at once. */
const readAtOnce = 500;

/** A page of records and how many there are; those of certain ids where the query names them. Throws `invalid`. */
export async function listRecords<F extends Fields, D>(
  source: Source<F, D>,
  actor: Actor,
  query: RestQuery,
): Promise<{ records: RecordOf<F>[]; skip: number; total: number }> {
  const { resource, model, within = {} } = source;
  const { ids, sort, rows, ...narrowing } = readListQuery(resource, query, source);
  if (ids !== undefined) {
    const docs = await model
      .find(alive({ ...within, _id: { $in: ids }, ...readableOf(resource, actor) }))
      .lean<D[]>();
    return { records: await viewsOf(source, docs), skip: 0, total: docs.length };
  }
  const wanted = wantedOf(source, actor, narrowing);
  const [docs, total] = await Promise.all([
    model.find(wanted).sort(sort).skip(rows.skip).limit(rows.limit).lean<D[]>(),
    countMatching(model.collection, wanted),
  ]);
  return { records: await viewsOf(source, docs), skip: rows.skip, total };
}

/** All records that a list with the same query has, one after another: read in parts, however many there are. */
export async function* everyRecord<F extends Fields, D>(
  source: Source<F, D>,
  actor: Actor,
  query: Pick<RestQuery, 'filter' | 'sort'>,
): AsyncGenerator<RecordOf<F>> {
  const { sort, ...narrowing } = readListQuery(source.resource, query, source);
  const found = source.model
    .find(wantedOf(source, actor, narrowing))
    .sort(sort)
    .lean<D[]>()
    .cursor({ batchSize: readAtOnce });
  let docs: D[] = [];
  for await (const doc of found) {
    docs.push(doc);
    if (docs.length < readAtOnce) continue;
    yield* await viewsOf(source, docs);
    docs = [];
  }
  yield* await viewsOf(source, docs);
}

/** All records of an owner in the order of the list: for calls that have no pages. */
export async function recordsOfOwner<F extends Fields, D extends AnyStored<F>>(
  { resource, model }: Stored<F, D>,
  owner: string,
): Promise<RecordOf<F>[]> {
  const docs = await model
    .find(alive({ [String(resource.owner)]: new Types.ObjectId(owner) }))
    .sort(orderBy(resource, resource.sort))
    .lean<D[]>();
  return docs.map((doc) => recordOf(resource, doc));
}

/** What is stored of a record that is among `own`; of any where that is undefined. Throws `not_found`. */
async function findAmong<F extends Fields, D>(
  { resource, model, within = {} }: Pick<Source<F, D>, 'resource' | 'model' | 'within'>,
  own: object | undefined,
  id: string,
): Promise<D> {
  const doc = await model.findOne(alive({ ...within, _id: id, ...own })).lean<D>();
  if (doc === null) throw notFound(capital(resource.one));
  return doc;
}

/** What is stored of a record that somebody may change. Throws `not_found`. */
const findStored = <F extends Fields, D>(
  source: Pick<Source<F, D>, 'resource' | 'model' | 'within'>,
  actor: Actor,
  id: string,
): Promise<D> => findAmong(source, ownOf(source.resource, actor), id);

/** The record of an id. Throws `not_found`, also for what is somebody else's. */
export async function getRecord<F extends Fields, D>(
  source: Source<F, D>,
  actor: Actor,
  id: string,
): Promise<RecordOf<F>> {
  const [record] = await viewsOf(source, [await findAmong(source, readableOf(source.resource, actor), id)]);
  if (record === undefined) throw new Error(`A ${source.resource.one} that was found has no view`);
  return record;
}

/** What became of a record, the version that it has then, and whose it is, where records have owners. */
interface RecordChange {
  id: string;
  change: z.output<typeof recordChange>;
  version: number;
  user_id?: string;
}

/** The event by which whoever may read a record is told of its change. */
export const recordEvent = (
  { name, service }: { name: string; service: ServiceName },
  actor: EventActor,
  { id, change, version, user_id }: RecordChange,
  now: Date,
): Envelope =>
  newEvent(recordChanged, {
    source: service,
    subject: `${name}/${id}`,
    sequence: version,
    data: { resource: name, id, change, user_id: user_id ?? null },
    actor,
    now,
  });

/** The event of a record's change, at the version that it has then; `of` are its stored fields, its owner among them. */
function eventOf<F extends Fields, D extends AnyStored<F>>(
  { resource, clock }: Pick<Stored<F, D>, 'resource' | 'clock'>,
  actor: Pick<Actor, 'id' | 'role'>,
  { of, ...about }: Omit<RecordChange, 'user_id'> & { of: Record<string, unknown> },
) {
  const { owner } = resource;
  const whose = owner !== undefined && { user_id: String(of[owner]) };
  return recordEvent(resource, actor, { ...about, ...whose }, clock.now());
}

/** Throws `invalid` where there may be no further record, of the owner that is given where records have one. */
async function requireRoom<F extends Fields, D extends AnyStored<F>>(
  { resource: { most, owner }, model }: Stored<F, D>,
  given: Record<string, unknown>,
): Promise<void> {
  if (most === undefined) return;
  const beside = alive(owner === undefined ? {} : { [owner]: given[owner] });
  if ((await model.countDocuments(beside)) >= most.count) throw invalid({}, most.sentence);
}

/**
 * Makes a record; `more` is what the product sets of it, its own fields among them. Throws `already_exists` for a unique
 * value in use, and `invalid` where there may be no more.
 */
export async function createRecord<F extends Fields, D extends AnyStored<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  given: z.output<AnyResource<F>['creation']>,
  more: Omit<D, keyof AnyStored<F>> & Partial<AnyStored<F>>,
): Promise<RecordOf<F>> {
  const { resource, model, clock } = stored;
  const { fullname } = actor;
  const now = clock.now();
  const _id = more._id ?? new Types.ObjectId();
  const empty: Record<string, unknown> = Object.fromEntries(
    Object.entries(resource.fields).map(([key, { typed }]) => [key, typed.toWire(typed.empty)]),
  );
  const written = writtenOf(stored, { ...empty, ...given });
  await requireRoom(stored, written);
  const id = String(_id);
  const event = eventOf(stored, actor, { id, change: 'created', version: 1, of: written });
  const fields = {
    _id,
    ...written,
    ...more,
    createdAt: now,
    updatedAt: now,
    created_by: fullname,
    changed_by: fullname,
  };
  auditRecord(resource, id, undefined, fields);
  const doc: mongo.BSON.Document = insertWithEvents(fields, [event], now);
  try {
    await model.collection.insertOne(doc);
  } catch (error) {
    throw await refusalOf(stored, error, id, given);
  }
  stored.written?.();
  return recordOf(resource, doc as D);
}

const versioned = z.looseObject({ version: z.int() });

/** What somebody else made of a record meanwhile, field by field. */
export function conflictOf(
  record: object,
  given: Record<string, unknown>,
  changed_by: string | null,
): ConflictDetails {
  const { version, ...stands } = versioned.parse(record);
  const differing = Object.keys(stands).filter(
    (key) => given[key] !== undefined && JSON.stringify(given[key]) !== JSON.stringify(stands[key]),
  );
  return {
    version,
    changed_by,
    fields: differing.map((field) => ({ field, yours: given[field], theirs: stands[field] })),
  };
}

/**
 * Changes a record as it was read: `change` has the version, and what of the fields is to stand; `more` is what the product
 * sets of it. Throws `not_found`,
 * `conflict` with the version that stands and the fields that differ, and `already_exists`.
 */
export async function changeRecord<F extends Fields, D extends AnyStored<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  id: string,
  change: z.output<AnyResource<F>['change']>,
  more?: Omit<Partial<D>, keyof AnyStored<F>>,
): Promise<RecordOf<F>> {
  const { resource } = stored;
  const { version, ...given } = versioned.parse(change);
  // Whose record it is stands in it alone, and so does what it was.
  const before = await findStored(stored, actor, id);
  const doc = await writeRecord(stored, actor, { id, version, before }, given, more);
  if (doc !== null) return recordOf(resource, doc);
  const stands = await findStored(stored, actor, id);
  throw conflict(conflictOf(recordOf(resource, stands), given, stands.changed_by ?? null));
}

/**
 * Changes a record whatever became of it meanwhile: for calls that carry no version. `more` is what the product sets of it.
 * Throws `not_found`, and `already_exists`.
 */
export async function overwriteRecord<F extends Fields, D extends AnyStored<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  id: string,
  given: Written<F>,
  more?: Omit<Partial<D>, keyof AnyStored<F>>,
): Promise<RecordOf<F>> {
  for (;;) {
    const before = await findStored(stored, actor, id);
    const doc = await writeRecord(stored, actor, { id, version: versionOf(before), before }, given, more);
    if (doc !== null) return recordOf(stored.resource, doc);
  }
}

/**
 * Sets fields of the record that still has a version, in one write with the event of that; `before` is the record as it was
 * read. Answers it as it is then, or null where it has another version or is gone. Throws `already_exists`.
 */
async function writeRecord<F extends Fields, D extends AnyStored<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  { id, version, before }: { id: string; version: number; before: D },
  given: object,
  more?: Omit<Partial<D>, keyof AnyStored<F>>,
): Promise<D | null> {
  const { model, clock, also } = stored;
  const now = clock.now();
  const event = eventOf(stored, actor, { id, change: 'updated', version: version + 1, of: { ...before } });
  const $set = {
    ...writtenOf(stored, given),
    ...also?.(before, actor),
    ...more,
    updatedAt: now,
    changed_by: actor.fullname,
  };
  auditRecord(stored.resource, id, before, { ...before, ...$set });
  let doc: D | null;
  try {
    doc = await model
      .findOneAndUpdate(alive({ _id: id, version: atVersion(version) }), withEvents({ $set }, [event], now), {
        returnDocument: 'after',
      })
      .lean<D>();
  } catch (error) {
    throw await refusalOf(stored, error, id, given);
  }
  stored.written?.();
  if (doc === null) auditRecord(stored.resource, id, before, before);
  return doc;
}

/** The filter of a version; a record from before there were versions has none. */
export const atVersion = (version: number) => (version === 0 ? { $in: [0, null] } : version);

/** Deletes a record and answers it as it was. Throws `not_found`. */
export async function removeRecord<F extends Fields, D extends AnyStored<F>>(
  stored: Stored<F, D>,
  actor: Actor,
  id: string,
): Promise<RecordOf<F>> {
  const { resource, model, clock } = stored;
  for (;;) {
    const current = await findStored(stored, actor, id);
    const version = versionOf(current);
    const event = eventOf(stored, actor, { id, change: 'deleted', version: version + 1, of: { ...current } });
    auditRecord(resource, id, current, undefined);
    const { matchedCount } = await model.updateOne(
      alive({ _id: id, version: atVersion(version) }),
      // Mongoose cannot tell which fields a model has that is not known yet.
      tombstone(model, [event], clock.now()) as UpdateQuery<D>,
    );
    // Whoever changed it in between has only made it another version of what is deleted.
    if (matchedCount === 0) continue;
    stored.written?.();
    return recordOf(resource, current);
  }
}
