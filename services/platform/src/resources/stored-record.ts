import {
  Schema,
  Types,
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type Model,
} from 'mongoose';
import type { z } from 'zod';
import type { Field, Fields, PartType, StoredId } from '@crm/contracts/fields/field.js';
import type { AnyResource, Resource } from '@crm/contracts/resources/define-resource.js';
import { part } from '../mongo/part.js';
import { guardTombstones } from '../outbox/guard-tombstones.js';
import { addOutbox, aliveOnly, type OutboxFields } from '../outbox/outbox-fields.js';
import { orderBy } from './list-query.rules.js';

type StoredField<F extends Field> =
  ReturnType<F['stored']['ofWire']> extends StoredId ? Types.ObjectId : ReturnType<F['stored']['ofWire']>;

/** The fields of a record as they are stored; one that is never read back is kept by whoever knows how. */
export type StoredFields<F extends Fields> = {
  [K in keyof F as F[K] extends { writeOnly: true } ? never : K]: StoredField<F[K]>;
};

/** The ids of records; a text where the definition says what they are told apart by. */
type RecordId = Types.ObjectId | string;

/** A record as its collection keeps it: its fields, and what every record has. */
export type StoredOf<F extends Fields, Id extends RecordId = Types.ObjectId> = StoredFields<F> &
  OutboxFields & {
    _id: Id;
    createdAt: Date;
    updatedAt: Date;
    /** The names of who made it, and of who changed it last; of one that the product brings nobody did. */
    created_by?: string;
    changed_by?: string | null;
    /** What the list is sorted by, in small letters, where its order takes these and capitals for the same. */
    sort_key?: string;
  };

const storedAs = {
  text: String,
  texts: [String],
  number: Number,
  numbers: [Number],
  instant: Date,
  id: Schema.Types.ObjectId,
  // Written whole, by rules that work on typed values.
  records: Schema.Types.Mixed,
} as const;

const readable = (fields: Fields) => Object.entries(fields).filter(([, { writeOnly }]) => writeOnly !== true);

/** A record whatever its id is. */
export type AnyStored<F extends Fields> = StoredOf<F, RecordId>;

/** A list whose entries have parts. */
const partsOf = (of: Readonly<Record<string, PartType>> = {}) => [
  part(Object.fromEntries(Object.entries(of).map(([name, as]) => [name, storedAs[as]]))),
];

/** The mongoose type of what a field keeps. */
export const storedType = ({ stored: { as, of } }: Field) => (as === 'parts' ? partsOf(of) : storedAs[as]);

/** The mongoose types of the fields of a record. */
export const storedTypes = (fields: Fields) =>
  Object.fromEntries(readable(fields).map(([key, field]) => [key, storedType(field)]));

type Indexed<F extends Fields> = Pick<
  AnyResource<F>,
  'name' | 'one' | 'id' | 'fields' | 'sort' | 'sortsCaseless' | 'owner' | 'unique' | 'rights'
>;

/**
 * The mongoose model of a resource on a service's own connection: types from its fields, `more` for what is stored and
 * never on the wire, and an outbox for the events of its changes: the service's relay has to know the collection, which
 * has the resource's name unless another is given, and no query of one whose records are deleted can forget that. The
 * definition's unique fields and its order are indexed; each of `indexes` beside them says in a comment which query it is
 * for.
 */
export function resourceModel<F extends Fields, D extends AnyStored<F>>(
  connection: Connection,
  { name, one, id, fields, sort, sortsCaseless, owner, unique = {}, rights }: Indexed<F>,
  {
    more,
    indexes,
    collection = name,
  }: {
    more: Record<
      Exclude<keyof D, keyof AnyStored<F>> & string,
      typeof String | typeof Number | typeof Date | Schema | readonly [Schema]
    >;
    indexes: readonly (readonly [IndexDefinition, IndexOptions?])[];
    collection?: string;
  },
): Model<D> {
  const schema = new Schema<D>(
    {
      ...(id !== undefined && { _id: String }),
      ...storedTypes(fields),
      ...more,
      createdAt: Date,
      updatedAt: Date,
      created_by: String,
      changed_by: String,
      ...(sortsCaseless === true && { sort_key: String }),
    },
    { collection },
  );
  addOutbox(schema);
  // A value that only one record has: of deleted ones nothing is left that could have it.
  for (const key of Object.keys(unique)) {
    schema.index(
      { [key]: 1 },
      { unique: true, ...(rights.remove !== undefined && { partialFilterExpression: aliveOnly }) },
    );
  }
  // A page of the list in its own order, of one owner where there is one: find({ <owner> }).sort({ <sort>, _id }).
  schema.index({ ...(owner !== undefined && { [owner]: 1 }), ...orderBy({ sort, sortsCaseless }, sort) });
  for (const [keys, options] of indexes) schema.index(keys, options);
  const model = connection.model<D>(one, schema);
  if (rights.remove !== undefined) guardTombstones(connection, collection);
  return model;
}

/** The version of a stored record; 0 where it was made before records had one. */
export const versionOf = ({ version }: { version?: number | null }): number => version ?? 0;

/** A stored record as it is read: its id, its version and its fields. */
export function recordOf<F extends Fields>(
  { fields }: Pick<Resource<string, F>, 'fields'>,
  doc: AnyStored<F>,
): z.input<Resource<string, F>['record']> {
  return recordFrom({ fields }, { id: String(doc._id), version: versionOf(doc), stored: doc });
}

/** A record as it is read, from its fields as they are stored. */
export function recordFrom<F extends Fields>(
  { fields }: Pick<AnyResource<F>, 'fields'>,
  { id, version, stored }: { id: string; version: number; stored: object },
): z.input<AnyResource<F>['record']> {
  const values = new Map<string, unknown>(Object.entries(stored));
  const own = readable(fields).map(([key, field]) => [key, field.stored.toWire(values.get(key))]);
  return { id, version, ...Object.fromEntries(own) } as z.input<AnyResource<F>['record']>;
}

const storedValue = ({ stored }: Field, value: unknown): unknown =>
  stored.as === 'id' ? new Types.ObjectId(String(value)) : stored.ofWire(value);

/** What was sent of a record, in the form in which it is stored; keys that are no fields are left out. */
export function storedFields(
  { fields, sort: [sorted], sortsCaseless }: Pick<AnyResource<Fields>, 'fields' | 'sort' | 'sortsCaseless'>,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const values: Record<string, unknown> = Object.fromEntries(
    readable(fields)
      .filter(([key]) => given[key] !== undefined)
      .map(([key, field]) => [key, storedValue(field, given[key])]),
  );
  if (sortsCaseless === true && sorted in values) values['sort_key'] = String(values[sorted]).toLowerCase();
  return values;
}
