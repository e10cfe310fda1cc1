/** The update operators that change one field, whatever it holds. */
import { StoreError } from '../values/errors.js';
import { exactValue, isIndex } from '../query/paths.js';
import type { Change, Place } from './update-tree.js';
import {
  Decimal128,
  Double,
  Timestamp,
  compareValues,
  describe,
  identical,
  integerValue,
  isDoc,
  isNumber,
  toNumber,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

/** Reads the argument of one operator for one field and answers what it does to that field. */
export type Operator = (argument: Value, field: string) => Change;

export const bad = (message: string) => new StoreError('BadValue', message);
export const failed = (message: string) => new StoreError('FailedToParse', message);

/** The document of a run as messages name it. */
export function idText({ run }: Place): string {
  const id = run.doc.get('_id');
  return id === undefined ? '{no id}' : `{_id: ${describe(id)}}`;
}

/** The present value where the new one is the same in every bit, so that nothing counts as changed. */
export const unlessSame = (current: Found, value: Value): Value =>
  current !== undefined && identical(current, value) ? current : value;

export const FIELD_OPERATORS: Readonly<Record<string, Operator>> = {
  $set: (value) => (current) => unlessSame(current, value),

  $setOnInsert: (value) => (current, place) => (place.run.inserting ? unlessSame(current, value) : current),

  $unset: () => () => undefined,

  $inc: (amount, field) =>
    arithmetic('$inc', 'increment', amount, field, {
      missing: (by) => by,
      doubles: (a, b) => a + b,
      integers: (a, b) => a + b,
    }),

  $mul: (factor, field) =>
    arithmetic('$mul', 'multiply', factor, field, {
      missing: (by) => (by instanceof Double ? new Double(0) : typeof by === 'bigint' ? 0n : 0),
      doubles: (a, b) => a * b,
      integers: (a, b) => a * b,
    }),

  $min: (value) => (current) =>
    current === undefined || compareValues(value, current) < 0 ? value : current,

  $max: (value) => (current) =>
    current === undefined || compareValues(value, current) > 0 ? value : current,

  $currentDate: (argument) => {
    const asTimestamp = wantsTimestamp(argument);
    return (_current, { run }) => (asTimestamp ? timestampOf(run.now) : run.now);
  },
};

type Numeric = number | bigint | Double;

function arithmetic(
  name: string,
  verb: string,
  argument: Value,
  field: string,
  rules: {
    missing: (by: Numeric) => Numeric;
    doubles: (a: number, b: number) => number;
    integers: (a: bigint, b: bigint) => bigint;
  },
): Change {
  if (!isNumber(argument)) {
    throw new StoreError(
      'TypeMismatch',
      `Cannot ${verb} with non-numeric argument: {${field}: ${describe(argument)}}`,
    );
  }
  const by = withoutDecimal(name, argument);
  return (current, place) => {
    if (current === undefined) return rules.missing(by);
    if (!isNumber(current)) {
      throw new StoreError(
        'TypeMismatch',
        `Cannot apply ${name} to a value of non-numeric type. ${idText(place)} has the field '${place.name}' of non-numeric type ${typeNameOf(current)}`,
      );
    }
    const from = withoutDecimal(name, current);
    if (from instanceof Double || by instanceof Double) {
      return unlessSame(current, new Double(rules.doubles(toNumber(from), toNumber(by))));
    }
    const exact = rules.integers(BigInt(from), BigInt(by));
    const result = integerValue(exact);
    if (result === undefined) {
      const type = typeof from === 'bigint' ? 'NumberLong' : 'NumberInt';
      throw bad(
        `Failed to apply ${name} operations to current value ((${type})${from}) for document ${idText(place)}`,
      );
    }
    // A long stays a long, however small it becomes.
    return unlessSame(current, typeof from === 'bigint' || typeof by === 'bigint' ? exact : result);
  };
}

function withoutDecimal(name: string, value: Numeric | Decimal128): Numeric {
  if (value instanceof Decimal128) {
    throw new StoreError('NotImplemented', `${name} with Decimal128 is not supported by the embedded store`);
  }
  return value;
}

function wantsTimestamp(argument: Value): boolean {
  if (typeof argument === 'boolean') return false;
  if (!isDoc(argument)) {
    throw bad(
      `${typeNameOf(argument)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  for (const name of argument.keys())
    if (name !== '$type') throw bad(`Unrecognized $currentDate option: ${name}`);
  const type = argument.get('$type');
  if (type !== 'date' && type !== 'timestamp') {
    throw bad(
      `The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}`,
    );
  }
  return type === 'timestamp';
}

/** A timestamp counts within its second; the milliseconds keep later ones above earlier ones. */
export const timestampOf = (now: Date): Timestamp =>
  new Timestamp({ t: Math.floor(now.getTime() / 1000), i: (now.getTime() % 1000) + 1 });

/** What `$rename` does at its target; the source is removed when all else is done. */
export function renameFrom(source: readonly string[], target: string): Change {
  return (current, place) => {
    const value = sourceOf(source, place);
    if (value === undefined) return current;
    if (place.array !== undefined) throw arrayElement('destination', target, place, place.array);
    place.run.taken.push(source);
    return unlessSame(current, value);
  };
}

function sourceOf(source: readonly string[], place: Place): Found {
  let value: Value = place.run.doc;
  for (const [i, part] of source.entries()) {
    const name = source[i - 1] ?? '';
    if (Array.isArray(value)) {
      if (isIndex(part) && exactValue(value, source.slice(i)) === undefined) return undefined;
      if (isIndex(part)) throw arrayElement('source', source.join('.'), place, name);
    }
    if (!isDoc(value)) {
      throw new StoreError(
        'PathNotViable',
        `Cannot use the part (${part}) of (${source.join('.')}) to traverse the element ({${name}: ${describe(value)}})`,
      );
    }
    const next: Found = value.get(part);
    if (next === undefined) return undefined;
    value = next;
  }
  return value;
}

const arrayElement = (which: string, path: string, place: Place, array: string) =>
  bad(
    `The ${which} field cannot be an array element, '${path}' in doc with ${idText(place).slice(1, -1)} has an array field called '${array}'`,
  );

/** The document without the field that a path of documents leads to. */
export function withoutPath(doc: Doc, parts: readonly string[]): Doc {
  const [name = '', ...rest] = parts;
  const after = new Map(doc);
  const child = doc.get(name);
  if (rest.length > 0 && isDoc(child)) after.set(name, withoutPath(child, rest));
  else after.delete(name);
  return after;
}
