/** Index definitions, a document's keys in an index, and the supported index options of MongoDB. */
import { StoreError } from '../values/errors.js';
import { isSimple } from '../values/collation.js';
import { encodeKey } from './keys.js';
import { compile, parseFilter, type Filter, type Matcher } from '../filter/match.js';
import { pathsOf, placeOf, type Place } from './touched.js';
import { keyField, keyTuples, type KeyField } from '../filter/paths.js';
import {
  describe,
  isDoc,
  isNumber,
  sameValue,
  toNumber,
  truthy,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

export interface Index {
  id: number;
  name: string;
  /** As `listIndexes` returns it: v, key, name and the given options. */
  spec: Doc;
  fields: KeyField[];
  unique: boolean;
  sparse: boolean;
  partial: { filter: Filter; matches: Matcher } | undefined;
  /** Seconds after which a document with an older date in the only field expires. */
  expireAfterSeconds: number | undefined;
  /** Positions of the fields that have indexed an array, and of those with keys that do not preserve the order. */
  multikey: Set<number>;
  inexact: Set<number>;
  /** What its keys depend on: the paths of its fields and of its partial filter. */
  places: readonly Place[];
  /** The top-level fields of these. */
  names: readonly string[];
  /** The index's id as the first bytes of its keys. */
  prefix: Buffer;
  /** Committed, so that queries may use it. */
  settled: boolean;
  /** During an incremental build: the records whose keys have been maintained by writes since it started. */
  writtenSince: Set<number> | undefined;
}

export function makeIndex(id: number, spec: Doc, multikey: number[] = [], inexact: number[] = []): Index {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(id);
  const key = spec.get('key') as Doc;
  const partial = spec.get('partialFilterExpression');
  const filter = isDoc(partial) ? parseFilter(partial) : undefined;
  const seconds = spec.get('expireAfterSeconds');
  const fields = [...key].map(([path, direction]) =>
    keyField(path, isNumber(direction) && toNumber(direction) < 0),
  );
  const paths = [...fields.map(({ parts }) => parts), ...(filter ? pathsOf(filter) : [])];
  return {
    id,
    name: spec.get('name') as string,
    spec,
    fields,
    places: paths.map(placeOf),
    names: [...new Set(paths.map(([name]) => name as string))],
    unique: spec.get('name') === '_id_' || truthy(spec.get('unique')),
    sparse: truthy(spec.get('sparse')),
    partial: filter && { filter, matches: compile(filter) },
    expireAfterSeconds: isNumber(seconds) ? toNumber(seconds) : undefined,
    multikey: new Set(multikey),
    inexact: new Set(inexact),
    prefix,
    settled: false,
    writtenSince: undefined,
  };
}

const specId: Doc = new Map<string, Value>([
  ['v', 2],
  ['key', new Map([['_id', 1]])],
  ['name', '_id_'],
]);

export const idIndex = (id: number): Index => makeIndex(id, specId);

/** A document's keys in an index. `doc` needs only the fields of the index; `raw` is the complete document. */
export function indexKeys(
  index: Index,
  doc: Doc,
  raw: Buffer,
  flags?: { multikey: Set<number>; inexact: Set<number> },
): Buffer[] {
  if (index.partial && !index.partial.matches(raw, 0)) return [];
  if (index.sparse && !index.fields.some(({ parts }) => doc.has(parts[0] as string) && reaches(doc, parts)))
    return [];
  const tuples = keyTuples(doc, index.fields, flags?.multikey);
  const keys = tuples.map((tuple) => encodeKey(index.prefix, tuple, index.fields, flags?.inexact));
  return keys.length < 2 ? keys : distinct(keys);
}

/** Whether a path leads to a value, through arrays too. */
function reaches(value: Found, parts: readonly string[], at = 0): boolean {
  if (at === parts.length) return value !== undefined;
  if (isDoc(value)) return reaches(value.get(parts[at] as string), parts, at + 1);
  if (!Array.isArray(value)) return false;
  const element = value[Number(parts[at])];
  return (
    (element !== undefined && reaches(element, parts, at + 1)) ||
    value.some((e) => isDoc(e) && reaches(e, parts, at))
  );
}

function distinct(keys: Buffer[]): Buffer[] {
  keys.sort((a, b) => Buffer.compare(a, b));
  return keys.filter((key, i) => i === 0 || !key.equals(keys[i - 1] as Buffer));
}

/** The DuplicateKey error with the conflicting key pattern and values, as MongoDB reports it. */
export function duplicateKey(namespace: string, index: Index, doc: Doc, duplicate: Buffer): StoreError {
  const tuples = keyTuples(doc, index.fields);
  const tuple = tuples.find((one) => encodeKey(index.prefix, one, index.fields).equals(duplicate)) ?? [];
  const keyValue: Doc = new Map(index.fields.map(({ path }, i) => [path, tuple[i] ?? null]));
  const shown = `{ ${[...keyValue].map(([path, value]) => `${path}: ${describe(value)}`).join(', ')} }`;
  return new StoreError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${shown}`,
    { keyPattern: index.spec.get('key'), keyValue },
  );
}

const OPTIONS = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'ns',
]);
const REFUSED = [
  'collation',
  'hidden',
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
  'wildcardProjection',
  'storageEngine',
  'bucketSize',
  'clustered',
  'prepareUnique',
];
const MAX_EXPIRE_SECONDS = 2147483647;

const cannot = (message: string) => new StoreError('CannotCreateIndex', message);

/** Validates one entry of `createIndexes` and normalizes it to the stored spec. Throws MongoDB's errors. */
export function readIndexSpec(value: Value): Doc {
  if (!isDoc(value))
    throw new StoreError('TypeMismatch', 'The elements of the indexes array must be objects');
  for (const [name, option] of value) {
    if (REFUSED.includes(name)) {
      if (option === false || (name === 'collation' && isDoc(option) && isSimple(option))) continue;
      throw new StoreError('NotImplemented', `the index option '${name}' is not supported by this store`);
    }
    if (!OPTIONS.has(name)) {
      throw new StoreError(
        'InvalidIndexSpecificationOption',
        `Error in specification ${describe(value)} :: caused by :: The field '${name}' is not valid for an index specification. Specification: ${describe(value)}`,
      );
    }
  }
  for (const name of ['unique', 'sparse', 'background']) {
    const flag = value.get(name);
    if (flag === undefined || typeof flag === 'boolean' || isNumber(flag)) continue;
    throw new StoreError(
      'TypeMismatch',
      `The field '${name}' has value ${name}: ${describe(flag)}, which is not convertible to bool`,
    );
  }
  const version = value.get('v');
  if (version !== undefined && !(isNumber(version) && toNumber(version) === 2)) {
    throw cannot(`Invalid index specification ${describe(value)}; this store makes indexes with v: 2`);
  }
  const key = value.get('key');
  if (!isDoc(key))
    throw new StoreError('FailedToParse', "The 'key' field is a required property of an index specification");
  if (key.size === 0) throw cannot('Index keys cannot be empty.');
  for (const [path, direction] of key) checkKey(path, direction, key);
  const name = value.get('name');
  if (typeof name !== 'string') {
    throw new StoreError(
      'FailedToParse',
      "The 'name' field is a required property of an index specification",
    );
  }
  if (name === '' || name === '*') throw cannot(`The index name '${name}' is not valid`);
  const idOnly = key.size === 1 && key.has('_id');
  const spec: Doc = new Map<string, Value>([
    ['v', 2],
    ['key', new Map(key)],
    ['name', idOnly && toNumber(key.get('_id') as number) === 1 ? '_id_' : name],
  ]);
  if (truthy(value.get('unique')) && !idOnly) spec.set('unique', true);
  if (truthy(value.get('sparse'))) spec.set('sparse', true);
  const partial = value.get('partialFilterExpression');
  if (partial !== undefined) {
    if (!isDoc(partial))
      throw new StoreError('TypeMismatch', "The field 'partialFilterExpression' must be an object");
    if (spec.has('sparse')) {
      throw cannot('cannot mix "partialFilterExpression" and "sparse" options');
    }
    if (idOnly) throw cannot('_id index cannot be a partial index');
    checkPartial(parseFilter(partial), partial);
    spec.set('partialFilterExpression', partial);
  }
  if (idOnly && spec.has('sparse')) throw cannot('_id index cannot be sparse');
  const seconds = value.get('expireAfterSeconds');
  if (seconds !== undefined) spec.set('expireAfterSeconds', checkExpire(seconds, key));
  return spec;
}

function checkKey(path: string, direction: Value, key: Doc): void {
  if (typeof direction === 'string') {
    throw cannot(
      ['text', '2d', '2dsphere', 'hashed', 'geoHaystack'].includes(direction)
        ? `an index of type '${direction}' is not supported by this store`
        : `Unknown index plugin '${direction}' in index ${describe(key)}`,
    );
  }
  if (!isNumber(direction)) {
    throw cannot(
      `Values in v:2 index key pattern cannot be of type ${typeof direction}. Only numbers > 0, numbers < 0, and strings are allowed.`,
    );
  }
  if (toNumber(direction) === 0 || Number.isNaN(toNumber(direction))) {
    throw cannot('Values in the index key pattern cannot be 0.');
  }
  if (path === '') throw cannot('Index keys cannot be an empty field.');
  const parts = path.split('.');
  if (parts.includes('')) throw cannot('Index keys cannot contain an empty field.');
  if (path.includes('$**')) throw cannot('wildcard indexes are not supported by this store');
  if (parts.some((part) => part.startsWith('$') && !['$id', '$ref', '$db'].includes(part))) {
    throw cannot("Index key contains an illegal field name: field name starts with '$'.");
  }
}

function checkPartial(filter: Filter, shown: Doc): void {
  const refuse = (what: string): never => {
    throw cannot(`Expression not supported in partial index: ${what} in ${describe(shown)}`);
  };
  if (filter.op === '$and' || filter.op === '$or') filter.filters.forEach((one) => checkPartial(one, shown));
  else if (filter.op === 'at') {
    if (!['$eq', '$lt', '$lte', '$gt', '$gte', '$in', '$exists', '$type'].includes(filter.test.op))
      refuse(filter.test.op);
  } else refuse(filter.op === '$not' ? '$not' : filter.op);
}

function checkExpire(seconds: Value, key: Doc): Value {
  if (!isNumber(seconds)) {
    throw new StoreError(
      'TypeMismatch',
      `TTL index 'expireAfterSeconds' option must be numeric, but received a type of '${typeof seconds}'.`,
    );
  }
  const number = toNumber(seconds);
  if (number < 0)
    throw cannot(`TTL index 'expireAfterSeconds' option cannot be less than 0. Index spec: ${describe(key)}`);
  if (!(number <= MAX_EXPIRE_SECONDS)) {
    throw cannot(
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different value than ${describe(seconds)}.`,
    );
  }
  if (key.size !== 1)
    throw cannot('TTL indexes are single-field indexes, compound indexes do not support TTL.');
  if (key.has('_id'))
    throw cannot("The field 'expireAfterSeconds' is not valid for an _id index specification.");
  return Math.trunc(number);
}

/**
 * Whether an existing index is the requested one. Throws IndexOptionsConflict for the same key pattern with another name
 * or other options, IndexKeySpecsConflict for the same name with another key pattern.
 */
export function sameIndex(existing: Index, wanted: Doc): boolean {
  const name = wanted.get('name') as string;
  const samePattern = sameKeyOrder(existing.spec.get('key') as Doc, wanted.get('key') as Doc);
  const samePartial = sameOption(
    existing.spec.get('partialFilterExpression'),
    wanted.get('partialFilterExpression'),
  );
  const sameOptions = ['unique', 'sparse', 'expireAfterSeconds'].every((option) =>
    sameOption(existing.spec.get(option), wanted.get(option)),
  );
  if (existing.name === name) {
    if (!samePattern || !samePartial) {
      throw new StoreError(
        'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describe(wanted)}, existing index: ${describe(existing.spec)}`,
      );
    }
    if (!sameOptions) {
      throw new StoreError(
        'IndexOptionsConflict',
        `An equivalent index already exists with the same name but different options. Requested index: ${describe(wanted)}, existing index: ${describe(existing.spec)}`,
      );
    }
    return true;
  }
  if (samePattern && samePartial) {
    throw new StoreError(
      'IndexOptionsConflict',
      sameOptions
        ? `Index already exists with a different name: ${existing.name}`
        : `An equivalent index already exists with a different name and options. Requested index: ${describe(wanted)}, existing index: ${describe(existing.spec)}`,
    );
  }
  return false;
}

const sameOption = (a: Found, b: Found): boolean =>
  a === undefined || b === undefined ? a === b : sameValue(a, b);

function sameKeyOrder(a: Doc, b: Doc): boolean {
  const left = [...a];
  const right = [...b];
  return (
    left.length === right.length &&
    left.every(([path, direction], i) => right[i]?.[0] === path && sameValue(direction, right[i][1]))
  );
}
