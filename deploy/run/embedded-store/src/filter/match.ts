/**
 * The query language: a filter document is parsed to a tree, which is compiled to a predicate on raw BSON.
 *
 * Paths traverse arrays as in MongoDB: a test at a path is true if it is true for any element on the way, for any element
 * of an array at its end, or for that array as a whole; if nothing is found, the value counts as missing.
 */
import { decodeValue, eachElement, findElement, readDouble, readInt32, readMillis } from '../values/bson.js';
import { readString, type Place } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { valueKey } from '../values/value-key.js';
import { BoundedRegex } from './regex.js';
import { isIndex } from './paths.js';
import {
  BSONRegExp,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  TYPE,
  Undefined,
  compareValues,
  describe,
  identical,
  isDoc,
  isNumber,
  orderOfType,
  toInteger,
  toNumber,
  truthy,
  typeNameOf,
  typeOf,
  typesOfAlias,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

export type Comparison = '$eq' | '$lt' | '$lte' | '$gt' | '$gte';

/** A test of the value at a path. */
export type Test =
  | { op: Comparison; value: Value }
  | { op: '$in'; values: Value[]; regexes: BSONRegExp[] }
  | { op: '$regex'; regex: BSONRegExp }
  | { op: '$exists' }
  | { op: '$type'; types: number[] }
  | { op: '$size'; size: number }
  | { op: '$elemMatch'; filter: Filter }
  | { op: '$elemMatchValue'; filter: Filter };

export type Filter =
  | { op: '$and' | '$or' | '$nor'; filters: Filter[] }
  | { op: '$not'; filter: Filter }
  | { op: 'at'; path: string; test: Test }
  | { op: 'never' };

const bad = (message: string) => new StoreError('BadValue', message);
const at = (path: string, test: Test): Filter => ({ op: 'at', path, test });
const not = (filter: Filter): Filter => ({ op: '$not', filter });
const all = (filters: Filter[]): Filter =>
  filters.length === 1 ? (filters[0] as Filter) : { op: '$and', filters };

// --- reading a filter ------------------------------------------------------------------------------------------

/** Parses a filter document. Throws BadValue and other errors of MongoDB if it is malformed or unsupported. */
export function parseFilter(filter: Doc): Filter {
  const filters: Filter[] = [];
  for (const [name, value] of filter) {
    if (!name.startsWith('$')) filters.push(parsePath(name, value));
    else if (name === '$and' || name === '$or' || name === '$nor') {
      filters.push({ op: name, filters: parseList(name, value) });
    } else if (name === '$comment') continue;
    else {
      throw bad(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
    }
  }
  return { op: '$and', filters };
}

function parseList(name: string, value: Value): Filter[] {
  if (!Array.isArray(value)) throw bad(`${name} must be an array`);
  if (value.length === 0) throw bad('$and/$or/$nor must be a nonempty array');
  return value.map((entry) => {
    if (!isDoc(entry)) throw bad('$or/$and/$nor entries need to be full objects');
    return parseFilter(entry);
  });
}

const isReference = (name: string) => name === '$ref' || name === '$id' || name === '$db';

/** Whether a document consists of operators rather than being a value itself. */
export function isOperators(value: Found): value is Doc {
  if (!isDoc(value) || value.size === 0) return false;
  const first = value.keys().next().value as string;
  return first.startsWith('$') && !isReference(first);
}

function parsePath(path: string, value: Value): Filter {
  if (value instanceof BSONRegExp) return at(path, regexTest(value));
  if (value instanceof Undefined) throw bad('cannot compare to undefined');
  if (!isOperators(value)) return at(path, { op: '$eq', value });
  return all(parseOperators(path, value));
}

/** Throws for an invalid regular expression. */
const checkRegex = (regex: BSONRegExp): BoundedRegex => new BoundedRegex(regex);

function regexTest(regex: BSONRegExp): Test {
  checkRegex(regex);
  return { op: '$regex', regex };
}

function parseOperators(path: string, operators: Doc): Filter[] {
  const filters: Filter[] = [];
  for (const [name, value] of operators) {
    const filter = parseOperator(path, name, value, operators);
    if (filter) filters.push(filter);
  }
  return filters;
}

function comparable(name: string, path: string, value: Value): Value {
  if (value instanceof Undefined) throw bad('cannot compare to undefined');
  if (value instanceof BSONRegExp && name !== '$eq') {
    throw bad(
      name === '$ne'
        ? `Can't have regex as arg to $ne.`
        : `Can't have RegEx as arg to predicate over field '${path}'.`,
    );
  }
  return value;
}

function parseOperator(path: string, name: string, value: Value, operators: Doc): Filter | undefined {
  switch (name) {
    case '$eq':
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte':
      return at(path, { op: name, value: comparable(name, path, value) });
    case '$ne':
      return not(at(path, { op: '$eq', value: comparable(name, path, value) }));
    case '$in':
      return at(path, parseIn(name, value));
    case '$nin':
      return not(at(path, parseIn(name, value)));
    case '$exists':
      return truthy(value) ? at(path, { op: '$exists' }) : not(at(path, { op: '$exists' }));
    case '$type': {
      const aliases = Array.isArray(value) ? value : [value];
      if (aliases.length === 0) throw new StoreError('FailedToParse', `${path} must match at least one type`);
      return at(path, { op: '$type', types: aliases.flatMap(typesOfAlias) });
    }
    case '$size': {
      if (!isNumber(value)) {
        throw bad(`Failed to parse $size. Expected a number in: $size: ${describe(value)}`);
      }
      const size = toInteger(value);
      if (size === undefined)
        throw bad(`Failed to parse $size. Expected an integer: $size: ${describe(value)}`);
      if (size < 0)
        throw bad(`Failed to parse $size. Expected a non-negative number in: $size: ${describe(value)}`);
      return at(path, { op: '$size', size });
    }
    case '$regex':
      return at(path, parseRegex(value, operators.get('$options')));
    case '$options':
      if (!operators.has('$regex')) throw bad('$options needs a $regex');
      return undefined;
    case '$not':
      if (value instanceof BSONRegExp) return not(at(path, regexTest(value)));
      if (!isDoc(value)) throw bad('$not needs a regex or a document');
      if (value.size === 0) throw bad('$not cannot be empty');
      return not(all(parseOperators(path, value)));
    case '$elemMatch':
      return at(path, parseElemMatch(value));
    case '$all':
      return parseAll(path, value);
    case '$comment':
      return undefined;
    default:
      throw bad(`unknown operator: ${name}`);
  }
}

function parseIn(name: string, value: Value): Test {
  if (!Array.isArray(value)) throw bad(`${name} needs an array`);
  const values: Value[] = [];
  const regexes: BSONRegExp[] = [];
  for (const entry of value) {
    if (isOperators(entry)) throw bad(`cannot nest $ under ${name}`);
    if (entry instanceof Undefined) throw bad('cannot compare to undefined');
    if (entry instanceof BSONRegExp) {
      checkRegex(entry);
      regexes.push(entry);
    } else values.push(entry);
  }
  return { op: '$in', values, regexes };
}

function parseRegex(value: Value, options: Found): Test {
  if (options !== undefined && typeof options !== 'string') throw bad('$options has to be a string');
  if (value instanceof BSONRegExp) {
    if (options !== undefined && value.options !== '') {
      throw new StoreError(51075, 'options set in both $regex and $options');
    }
    return regexTest(options === undefined ? value : makeRegex(value.pattern, options));
  }
  if (typeof value !== 'string') throw bad('$regex has to be a string');
  return regexTest(makeRegex(value, options ?? ''));
}

function makeRegex(pattern: string, options: string): BSONRegExp {
  const unknown = /[^imsxu]/.exec(options);
  if (unknown) throw new StoreError(51108, `invalid flag in regex options: ${unknown[0]}`);
  if (pattern.includes('\0')) throw bad('Regular expression cannot contain an embedded null byte');
  return new BSONRegExp(pattern, options.replace('u', ''));
}

function parseElemMatch(value: Value): Test {
  if (!isDoc(value)) throw bad('$elemMatch needs an Object');
  const first = value.keys().next().value;
  const logical = first === '$and' || first === '$or' || first === '$nor';
  if (isOperators(value) && !logical) {
    return { op: '$elemMatchValue', filter: all(parseOperators('', value)) };
  }
  return { op: '$elemMatch', filter: parseFilter(value) };
}

function parseAll(path: string, value: Value): Filter {
  if (!Array.isArray(value)) throw bad('$all needs an array');
  if (value.length === 0) return { op: 'never' };
  const elemMatches = value.filter(
    (entry) => isDoc(entry) && entry.keys().next().value === '$elemMatch',
  ).length;
  if (elemMatches > 0 && elemMatches < value.length) throw bad('no $ expressions in $all');
  return all(
    value.map((entry) => {
      if (entry instanceof BSONRegExp) return at(path, regexTest(entry));
      if (elemMatches > 0) return at(path, parseElemMatch((entry as Doc).get('$elemMatch') as Value));
      if (isOperators(entry)) throw bad('no $ expressions in $all');
      return at(path, { op: '$eq', value: entry });
    }),
  );
}

// --- testing one value -----------------------------------------------------------------------------------------

/** Tests a value in raw bytes; type 0 means missing. */
type Leaf = (b: Buffer, type: number, at: number) => boolean;

function readNumber(b: Buffer, type: number, place: number): number | bigint | undefined {
  if (type === TYPE.int) return readInt32(b, place);
  if (type === TYPE.double) return readDouble(b, place);
  if (type === TYPE.long) {
    const high = readInt32(b, place + 4);
    // Within 2^53 a long is a JavaScript number, which compares faster.
    if (high >= -0x200000 && high < 0x200000) return high * 4294967296 + (readInt32(b, place) >>> 0);
    return b.readBigInt64LE(place);
  }
  return undefined;
}

function holds(op: Comparison, order: number): boolean {
  switch (op) {
    case '$eq':
      return order === 0;
    case '$lt':
      return order < 0;
    case '$lte':
      return order <= 0;
    case '$gt':
      return order > 0;
    case '$gte':
      return order >= 0;
  }
}

function numberLeaf(op: Comparison, value: number | bigint | Double): Leaf {
  const right = value instanceof Double ? value.value : value;
  if (Number.isNaN(right)) {
    const equals = op === '$eq' || op === '$lte' || op === '$gte';
    return (b, type, place) =>
      equals &&
      ((type === TYPE.double && Number.isNaN(readDouble(b, place))) ||
        (type === TYPE.decimal && Number.isNaN(toNumber(decodeValue(b, type, place) as Double))));
  }
  return (b, type, place) => {
    const left = readNumber(b, type, place);
    if (left === undefined)
      return type === TYPE.decimal && comparesDecimal(op, decodeValue(b, type, place), value);
    switch (op) {
      case '$eq':
        return left == right; // oxlint-disable-line eqeqeq -- a bigint equals the number of its value
      case '$lt':
        return left < right;
      case '$lte':
        return left <= right;
      case '$gt':
        return left > right;
      case '$gte':
        return left >= right;
    }
  };
}

function comparesDecimal(op: Comparison, left: Value, right: Value): boolean {
  const nan = isNumber(left) && Number.isNaN(toNumber(left));
  const nanRight = isNumber(right) && Number.isNaN(toNumber(right));
  if (nan || nanRight) return nan && nanRight && op !== '$lt' && op !== '$gt';
  return holds(op, compareValues(left, right));
}

function stringEquals(text: string): Leaf {
  const bytes = Buffer.from(text);
  const size = bytes.length + 1;
  return (b, type, place) => {
    if (type !== TYPE.string || readInt32(b, place) !== size) {
      return type === TYPE.symbol && readString(b, place) === text;
    }
    for (let i = 0; i < bytes.length; i++) if (b[place + 4 + i] !== bytes[i]) return false;
    return true;
  };
}

function objectIdEquals(id: ObjectId): Leaf {
  const bytes = Buffer.from(id.id);
  return (b, type, place) => {
    if (type !== TYPE.objectId) return false;
    for (let i = 0; i < 12; i++) if (b[place + i] !== bytes[i]) return false;
    return true;
  };
}

function comparisonLeaf(op: Comparison, value: Value): Leaf {
  if (typeof value === 'string' && op === '$eq') return stringEquals(value);
  if (value instanceof ObjectId && op === '$eq') return objectIdEquals(value);
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Double)
    return numberLeaf(op, value);
  if (value === null) {
    const equals = op === '$eq' || op === '$lte' || op === '$gte';
    return (_b, type) => equals && (type === 0 || type === TYPE.null || type === TYPE.undefined);
  }
  if (value instanceof Date) {
    const right = value.getTime();
    return (b, type, place) => type === TYPE.date && holds(op, readMillis(b, place) - right);
  }
  if (value instanceof MinKey || value instanceof MaxKey) {
    const own = typeOf(value);
    const others = value instanceof MaxKey ? op === '$lt' || op === '$lte' : op === '$gt' || op === '$gte';
    return (_b, type) => (type === own ? holds(op, 0) : others);
  }
  const order = orderOfType(typeOf(value));
  return (b, type, place) =>
    type !== 0 && orderOfType(type) === order && comparesDecimal(op, decodeValue(b, type, place), value);
}

function regexLeaf(regex: BSONRegExp): Leaf {
  const compiled = new BoundedRegex(regex);
  return (b, type, place) =>
    type === TYPE.string || type === TYPE.symbol
      ? compiled.test(readString(b, place))
      : type === TYPE.regex && identical(decodeValue(b, type, place), regex);
}

function inLeaf(values: Value[], regexes: BSONRegExp[]): Leaf {
  const leaves = regexes.map(regexLeaf);
  if (values.length <= 8) leaves.push(...values.map((value) => comparisonLeaf('$eq', value)));
  else {
    const keys = new Set(values.map(valueKey));
    const hasNull = values.includes(null);
    leaves.push((b, type, place) =>
      type === 0 || type === TYPE.undefined ? hasNull : keys.has(valueKey(decodeValue(b, type, place))),
    );
  }
  return (b, type, place) => leaves.some((leaf) => leaf(b, type, place));
}

/** The index of the matched element of the outermost array in the last match, to which `.$` refers. */
let offset = -1;

function elementsLeaf(matches: (b: Buffer, type: number, at: number) => boolean): Leaf {
  return (b, type, place) => {
    if (type !== TYPE.array) return false;
    let index = 0;
    return eachElement(b, place, (elementType, elementAt) => {
      if (matches(b, elementType, elementAt)) {
        offset = index;
        return true;
      }
      index++;
      return false;
    });
  };
}

/** A filter on a value without a path, such as `$elemMatch: {$gt: 1}` applies to each element. */
function valueLeaf(filter: Filter): Leaf {
  switch (filter.op) {
    case 'at':
      return leafOf(filter.test).leaf;
    case '$not': {
      const leaf = valueLeaf(filter.filter);
      return (b, type, place) => !leaf(b, type, place);
    }
    case '$and': {
      const leaves = filter.filters.map(valueLeaf);
      return (b, type, place) => leaves.every((leaf) => leaf(b, type, place));
    }
    case 'never':
      return () => false;
    default:
      throw bad(`${filter.op} is not a test of one value`);
  }
}

function leafOf(test: Test): { leaf: Leaf; whole: boolean } {
  switch (test.op) {
    case '$in':
      return { leaf: inLeaf(test.values, test.regexes), whole: false };
    case '$regex':
      return { leaf: regexLeaf(test.regex), whole: false };
    case '$exists':
      return { leaf: (_b, type) => type !== 0, whole: true };
    case '$type':
      return { leaf: (_b, type) => test.types.includes(type), whole: false };
    case '$size':
      return { leaf: (b, type, place) => type === TYPE.array && sizeOf(b, place) === test.size, whole: true };
    case '$elemMatch': {
      const matches = compile(test.filter);
      return {
        leaf: elementsLeaf(
          (b, type, place) => (type === TYPE.object || type === TYPE.array) && matches(b, place),
        ),
        whole: true,
      };
    }
    case '$elemMatchValue':
      return { leaf: elementsLeaf(valueLeaf(test.filter)), whole: true };
    default:
      return { leaf: comparisonLeaf(test.op, test.value), whole: false };
  }
}

function sizeOf(b: Buffer, place: number): number {
  let size = 0;
  eachElement(b, place, () => {
    size++;
  });
  return size;
}

// --- walking a path --------------------------------------------------------------------------------------------

interface Path {
  names: Buffer[];
  /** Each name as an array index, or -1. */
  indexes: number[];
  leaf: Leaf;
  /** An array at the end of the path is tested only as a whole, not by element. */
  whole: boolean;
}

const places: Place[] = [];

function inObject(b: Buffer, document: number, path: Path, part: number): boolean {
  const place = (places[part] ??= { type: 0, at: 0 });
  if (!findElement(b, document, path.names[part] as Buffer, place)) return path.leaf(b, 0, 0);
  return inValue(b, place.type, place.at, path, part + 1);
}

function inValue(b: Buffer, type: number, place: number, path: Path, part: number): boolean {
  if (part === path.names.length) {
    if (type === TYPE.array && !path.whole) {
      let index = 0;
      const found = eachElement(b, place, (elementType, elementAt) => {
        if (path.leaf(b, elementType, elementAt)) {
          offset = index;
          return true;
        }
        index++;
        return false;
      });
      if (found) return true;
    }
    return path.leaf(b, type, place);
  }
  if (type === TYPE.object) return inObject(b, place, path, part);
  if (type === TYPE.array) return inArray(b, place, path, part);
  return path.leaf(b, 0, 0);
}

function inArray(b: Buffer, array: number, path: Path, part: number): boolean {
  let index = -1;
  const named = path.indexes[part] as number;
  return eachElement(b, array, (type, place) => {
    index++;
    if (type === TYPE.object && inObject(b, place, path, part)) {
      offset = index;
      return true;
    }
    if (index !== named) return false;
    if (part + 1 === path.names.length) return path.leaf(b, type, place);
    if (type === TYPE.object) return inObject(b, place, path, part + 1);
    return type === TYPE.array && inArray(b, place, path, part + 1);
  });
}

// --- compiling a filter ----------------------------------------------------------------------------------------

export type Matcher = (b: Buffer, document: number) => boolean;

function compilePath(dotted: string, test: Test): Matcher {
  const parts = dotted.split('.');
  const path: Path = {
    names: parts.map((part) => Buffer.from(part)),
    indexes: parts.map((part) => (isIndex(part) ? Number(part) : -1)),
    ...leafOf(test),
  };
  return (b, document) => inObject(b, document, path, 0);
}

/** Compiles a filter to a predicate on the document at an offset in raw bytes. */
export function compile(filter: Filter): Matcher {
  switch (filter.op) {
    case 'at':
      return compilePath(filter.path, filter.test);
    case '$not': {
      const matches = compile(filter.filter);
      return (b, document) => {
        const before = offset;
        const result = !matches(b, document);
        offset = before;
        return result;
      };
    }
    case '$and': {
      const matchers = filter.filters.map(compile);
      if (matchers.length === 1) return matchers[0] as Matcher;
      return (b, document) => {
        for (const matches of matchers) if (!matches(b, document)) return false;
        return true;
      };
    }
    case '$or': {
      const matchers = filter.filters.map(compile);
      return (b, document) => matchers.some((matches) => matches(b, document));
    }
    case '$nor':
      return compile(not({ op: '$or', filters: filter.filters }));
    case 'never':
      return () => false;
  }
}

/** Matches and returns the array index to which `.$` refers, -1 if no array was traversed; undefined: no match. */
export function matchOffset(matches: Matcher, b: Buffer): number | undefined {
  offset = -1;
  return matches(b, 0) ? offset : undefined;
}

/** The filter document of an argument. Throws MongoDB's TypeMismatch if it is not a document. */
export function filterDocument(value: Found, field: string): Doc {
  if (value === undefined) return new Map();
  if (!isDoc(value)) {
    throw new StoreError(
      'TypeMismatch',
      `BSON field '${field}' is the wrong type '${typeNameOf(value)}', expected type 'object'`,
    );
  }
  return value;
}
