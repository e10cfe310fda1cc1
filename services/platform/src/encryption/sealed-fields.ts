import { Types } from 'mongoose';
import { isNamedValues } from '@crm/contracts/named-values.js';
import { partOf } from '../outbox/part-of.js';
import type { DataKey } from './data-keys.js';
import { isNothing, isSealed, openValue, sealValue } from './sealed-value.js';

/** What of the documents of a collection is encrypted, and under whose key. */
export interface SealedFields {
  collection: string;
  /** Whole fields of a document, never parts of one. */
  fields: ReadonlySet<string>;
  /** The field with the id of the owner of the key: `_id` where a document is the person's own. */
  owner: string;
}

/** A query that the store cannot answer or a change that it cannot make, since it sees only ciphertext: a fault of whoever wrote it. */
export class SealedFieldMisused extends Error {
  constructor(collection: string, what: string) {
    super(`${collection}: ${what}`);
    this.name = 'SealedFieldMisused';
  }
}

const entriesOf = (value: unknown): [string, unknown][] =>
  isNamedValues(value) ? Object.entries(value) : [];
const topOf = (path: string) => path.split('.', 1)[0] ?? path;

/** An id as text; undefined where it is none. */
function idText(value: unknown): string | undefined {
  if (value instanceof Types.ObjectId) return value.toHexString();
  return typeof value === 'string' ? value : undefined;
}

/** The id that a filter asks for, of a field that it names by one value. */
const filteredId = (filter: unknown, field: string) => {
  const condition = partOf(filter, field);
  return idText(condition) ?? idText(partOf(condition, '$eq'));
};

/** Whose a document is. Throws where it has sealed fields and does not say. */
export function ownerOf(spec: SealedFields, document: object): string {
  const owner = idText(Reflect.get(document, spec.owner));
  if (owner === undefined)
    throw new SealedFieldMisused(spec.collection, `sealed fields are read without ${spec.owner}`);
  return owner;
}

const placeOf = ({ collection }: SealedFields, id: string, field: string) => ({ collection, id, field });

/** Whether a document has something to seal. */
export const needsSealing = ({ fields }: SealedFields, document: object): boolean =>
  [...fields].some((field) => !isNothing(Reflect.get(document, field)));

/** Whether a document has something sealed. */
export const hasSealed = ({ fields }: SealedFields, document: object): boolean =>
  [...fields].some((field) => isSealed(Reflect.get(document, field)));

/** A document as it is stored. The one given stays as it is. */
export function sealedDocument<D extends object>(spec: SealedFields, key: Uint8Array, document: D): D {
  const id = idText(Reflect.get(document, '_id'));
  if (id === undefined)
    throw new SealedFieldMisused(spec.collection, 'a document is written without its _id');
  const sealed = { ...document };
  for (const field of spec.fields) {
    const value: unknown = Reflect.get(document, field);
    if (!isNothing(value) && !isSealed(value))
      Reflect.set(sealed, field, sealValue(key, placeOf(spec, id, field), value));
  }
  return sealed;
}

/**
 * Opens what is sealed in a document that was read, in place: what was stored in clear before stays, and what is under a key
 * that was destroyed is not there any more.
 */
export function openDocument(spec: SealedFields, key: DataKey, document: object): void {
  const id = idText(Reflect.get(document, '_id'));
  for (const field of spec.fields) {
    const value: unknown = Reflect.get(document, field);
    if (!isSealed(value)) continue;
    if (id === undefined) throw new SealedFieldMisused(spec.collection, 'sealed fields are read without _id');
    if (key === 'destroyed') Reflect.deleteProperty(document, field);
    else Reflect.set(document, field, openValue(key, placeOf(spec, id, field), value));
  }
}

/** Operators of an update that set a field to a value. */
const setting: ReadonlySet<string> = new Set(['$set', '$setOnInsert']);

/**
 * Whether an update sets a sealed field. Throws where it does with one what needs the value in clear, or sets a part of one.
 */
export function setsSealed(spec: SealedFields, update: unknown): boolean {
  if (Array.isArray(update)) return update.some((stage: unknown) => setsSealed(spec, stage));
  let isSet = false;
  for (const [operator, change] of entriesOf(update)) {
    for (const [path, value] of entriesOf(change)) {
      const field = topOf(path);
      if (!spec.fields.has(field) || operator === '$unset') continue;
      if (!setting.has(operator) || path !== field)
        throw new SealedFieldMisused(spec.collection, `${operator} of ${path}, which is sealed`);
      isSet ||= !isNothing(value);
    }
  }
  return isSet;
}

/** Of which document an update sets sealed fields, and whose it is, as its filter says. */
export function addressedBy(spec: SealedFields, filter: unknown): { id: string; owner: string } {
  const id = filteredId(filter, '_id');
  const owner = filteredId(filter, spec.owner);
  if (id === undefined || owner === undefined)
    throw new SealedFieldMisused(
      spec.collection,
      `sealed fields are changed without _id and ${spec.owner} in the filter`,
    );
  return { id, owner };
}

/** An update as it is sent to the store. */
export function sealedUpdate(spec: SealedFields, key: Uint8Array, id: string, update: unknown): object {
  if (Array.isArray(update)) throw new SealedFieldMisused(spec.collection, 'a pipeline sets a sealed field');
  return Object.fromEntries(
    entriesOf(update).map(([operator, change]) => [
      operator,
      setting.has(operator)
        ? Object.fromEntries(
            entriesOf(change).map(([field, value]) => [
              field,
              spec.fields.has(field) && !isNothing(value) && !isSealed(value)
                ? sealValue(key, placeOf(spec, id, field), value)
                : value,
            ]),
          )
        : change,
    ]),
  );
}

/** Throws where a filter asks for the value of a sealed field. */
export function refuseSealedFilter(spec: SealedFields, filter: unknown): void {
  for (const [path, condition] of entriesOf(filter)) {
    if (path.startsWith('$')) {
      const branches: readonly unknown[] = Array.isArray(condition) ? condition : [];
      for (const branch of branches) refuseSealedFilter(spec, branch);
    } else if (spec.fields.has(topOf(path)))
      throw new SealedFieldMisused(spec.collection, `a filter asks for ${path}, which is sealed`);
  }
}
