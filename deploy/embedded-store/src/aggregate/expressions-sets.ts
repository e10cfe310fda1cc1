/** Operators that read arrays as sets, and those between arrays and documents. */
import { StoreError } from '../values/errors.js';
import { distinct, valueKey } from '../values/value-key.js';
import {
  compileNamed,
  isNullish,
  many,
  namedArguments,
  one,
  two,
  type Operator,
  type Operators,
  isArray,
} from './operators.js';
import { isDoc, truthy, typeNameOf, type Doc, type Found, type Value } from '../values/values.js';

const keysOf = (values: readonly Value[]) => new Set(values.map(valueKey));

function operand(value: Found, code: number, which: string, name: string): Value[] {
  if (isArray(value)) return value;
  throw new StoreError(
    code,
    `${which} of ${name} must be arrays. One argument is of type: ${typeNameOf(value)}`,
  );
}

const all = 'All operands';
const both = 'both operands';

function union(values: Found[], name: string): Found {
  if (values.some(isNullish)) return null;
  return distinct(values.flatMap((value) => operand(value, 17043, all, name)));
}

function intersection(values: Found[], name: string): Found {
  if (values.some(isNullish)) return null;
  const [first = [], ...rest] = values.map((value) => operand(value, 17047, all, name));
  const others = rest.map(keysOf);
  return distinct(first).filter((value) => others.every((keys) => keys.has(valueKey(value))));
}

function difference(left: Found, right: Found, name: string): Found {
  if (isNullish(left) || isNullish(right)) return null;
  const kept = operand(left, 17048, both, name);
  const removed = keysOf(operand(right, 17049, both, name));
  return distinct(kept).filter((value) => !removed.has(valueKey(value)));
}

function equals(values: Found[], name: string): Found {
  const [first = new Set(), ...rest] = values.map((value) => keysOf(operand(value, 17044, all, name)));
  return rest.every((keys) => keys.size === first.size && [...keys].every((key) => first.has(key)));
}

function isSubset(left: Found, right: Found, name: string): Found {
  const keys = keysOf(operand(right, 17042, both, name));
  return operand(left, 17046, both, name).every((value) => keys.has(valueKey(value)));
}

const elements = (value: Found, code: number, name: string): Value[] => {
  if (isArray(value)) return value;
  throw new StoreError(code, `${name}'s argument must be an array, but is ${typeNameOf(value)}`);
};

function pairOf(entry: Value): [string, Value] {
  const key = (value: Found, code: number) => {
    if (typeof value === 'string') return value;
    throw new StoreError(code, `$arrayToObject requires keys of type string, found ${typeNameOf(value)}`);
  };
  if (isArray(entry)) {
    if (entry.length !== 2) {
      throw new StoreError(
        40397,
        `$arrayToObject requires an array of size 2 arrays, found array of size: ${entry.length}`,
      );
    }
    return [key(entry[0], 40395), entry[1] as Value];
  }
  if (!isDoc(entry)) {
    throw new StoreError(40398, `Unrecognised input type format for $arrayToObject: ${typeNameOf(entry)}`);
  }
  const value = entry.get('v');
  if (entry.size !== 2 || !entry.has('k') || value === undefined) {
    throw new StoreError(
      40392,
      `$arrayToObject requires an object with keys 'k' and 'v'. Found ${entry.size} fields`,
    );
  }
  return [key(entry.get('k'), 40394), value];
}

function arrayToObject(array: Found, name: string): Found {
  if (isNullish(array)) return null;
  if (!isArray(array))
    throw new StoreError(40386, `${name} requires an array input, found: ${typeNameOf(array)}`);
  return new Map(array.map(pairOf));
}

function objectToArray(value: Found, name: string): Found {
  if (isNullish(value)) return null;
  if (!isDoc(value))
    throw new StoreError(40390, `${name} requires a document input, found: ${typeNameOf(value)}`);
  return [...value].map(
    ([k, v]) =>
      new Map<string, Value>([
        ['k', k],
        ['v', v],
      ]),
  );
}

/** Merges one more document into the result so far; null and missing add nothing. */
export function mergeInto(result: Doc, value: Found, name: string): void {
  if (isNullish(value)) return;
  if (!isDoc(value)) {
    throw new StoreError(
      40400,
      `${name} requires object inputs, but input ${typeNameOf(value)} is not an object`,
    );
  }
  for (const [field, content] of value) result.set(field, content);
}

function mergeObjects(values: Found[], name: string): Found {
  const result: Doc = new Map();
  const [only] = values;
  for (const value of values.length === 1 && isArray(only) ? only : values) mergeInto(result, value, name);
  return result;
}

/** The constant field name of `$getField` and `$setField`; a `$` in it takes a `$literal`. */
function fieldName(value: Found, code: number, name: string): string {
  const given = isDoc(value) && value.size === 1 && value.has('$literal') ? value.get('$literal') : value;
  if (typeof given !== 'string') {
    throw new StoreError(
      code,
      `${name} requires 'field' to evaluate to type String, but got ${typeNameOf(given)}`,
    );
  }
  if (given === value && given.startsWith('$')) {
    throw new StoreError(
      code,
      `${name} requires 'field' to be a constant; use $literal for a name that starts with '$'`,
    );
  }
  return given;
}

const getField: Operator = (argument, scope, name) => {
  const named = isDoc(argument) && !argument.has('$literal');
  const codes = [3041701, 3041701, { field: 3041702, input: 3041703 }] as const;
  if (named) namedArguments(name, argument, { required: ['field', 'input'], codes });
  const field = fieldName(named ? argument.get('field') : argument, 3041704, name);
  const input = scope.compile(named ? (argument.get('input') ?? null) : '$$CURRENT');
  return (doc) => {
    const value = input(doc);
    if (isNullish(value)) return value === undefined ? undefined : null;
    return isDoc(value) ? value.get(field) : undefined;
  };
};

const setField: Operator = (argument, scope, name) => {
  const required = ['field', 'input', 'value'];
  const codes = [4161100, 4161101, { field: 4161102, input: 4161109, value: 4161103 }] as const;
  const given = namedArguments(name, argument, { required, codes });
  const field = fieldName(given.get('field'), 4161106, name);
  const { input, value } = compileNamed(given, scope, ['input', 'value']);
  return (doc) => {
    const target = input(doc);
    if (isNullish(target)) return null;
    if (!isDoc(target)) throw new StoreError(4161105, `${name} requires 'input' to evaluate to type Object`);
    const result = new Map(target);
    const content = value(doc);
    if (content === undefined) result.delete(field);
    else result.set(field, content);
    return result;
  };
};

export const SETS: Operators = {
  $setUnion: many(0, Infinity, union),
  $setIntersection: many(0, Infinity, intersection),
  $setDifference: two(difference),
  $setEquals: many(2, Infinity, equals),
  $setIsSubset: two(isSubset),
  $allElementsTrue: one((value, name) => elements(value, 17040, name).every(truthy)),
  $anyElementTrue: one((value, name) => elements(value, 17041, name).some(truthy)),
  $arrayToObject: one(arrayToObject),
  $objectToArray: one(objectToArray),
  $mergeObjects: many(0, Infinity, mergeObjects),
  $getField: getField,
  $setField: setField,
};
