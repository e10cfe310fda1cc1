/** The update operators that change an array. */
import { encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { compile, isOperators, parseFilter, type CompileExpression } from '../query/match.js';
import { exactValue } from '../query/paths.js';
import { valueKey } from '../values/value-key.js';
import { bad, idText, unlessSame, type Operator } from './update-operators.js';
import type { Change, Place } from './update-tree.js';
import {
  BSONRegExp,
  compareValues,
  describe,
  isDoc,
  isNumber,
  sameValue,
  toInteger,
  typeNameOf,
  type Found,
  type Value,
} from '../values/values.js';

export const ARRAY_OPERATORS: Readonly<Record<string, Operator>> = {
  $push: (argument) => {
    const { each, position, sort, slice } = parsePush(argument);
    return (current, place) => {
      const array = arrayToPush(current, place);
      const after = [...array];
      after.splice(position ?? after.length, 0, ...each);
      if (sort) after.sort(sort);
      return unlessSame(current, slice === undefined ? after : sliced(after, slice));
    };
  },

  $addToSet: (argument) => {
    const each = parseAddToSet(argument);
    return (current, place) => {
      if (current !== undefined && !Array.isArray(current)) {
        throw bad(
          `Cannot apply $addToSet to non-array field. Field named '${place.name}' has non-array type ${typeNameOf(current)}`,
        );
      }
      const after = [...(current ?? [])];
      const known = new Set(after.map(valueKey));
      for (const value of each) {
        const key = valueKey(value);
        if (known.has(key)) continue;
        known.add(key);
        after.push(value);
      }
      return after.length === current?.length ? current : after;
    };
  },

  $pop: (argument, field) => {
    if (!isNumber(argument)) {
      throw new StoreError('FailedToParse', `Expected a number in: ${field}: ${describe(argument)}`);
    }
    const end = toInteger(argument);
    if (end !== 1 && end !== -1) {
      throw new StoreError('FailedToParse', `$pop expects 1 or -1, found: ${describe(argument)}`);
    }
    return (current, place) => {
      if (current === undefined) return undefined;
      if (!Array.isArray(current)) {
        throw new StoreError(
          'TypeMismatch',
          `Path '${place.path}' contains an element of non-array type '${typeNameOf(current)}'`,
        );
      }
      return current.length === 0 ? current : end === 1 ? current.slice(0, -1) : current.slice(1);
    };
  },

  $pullAll: (argument) => {
    if (!Array.isArray(argument)) {
      throw bad(`$pullAll requires an array argument but was given a ${typeNameOf(argument)}`);
    }
    const listed = new Set(argument.map(valueKey));
    return without((element) => listed.has(valueKey(element)));
  },
};

/** `$pull`, whose condition may be a query. */
export const pull = (condition: Value): Change => without(elementTest(condition));

const noExpressions: CompileExpression = () => {
  throw new StoreError('QueryFeatureNotAllowed', '$expr is not allowed in this context');
};

/** What may stand in front of a query over a whole document, though it begins with `$`. */
const LOGICAL = ['$and', '$or', '$nor', '$expr', '$comment'];

/**
 * Operators and regular expressions are asked of the element as of a field, which looks into an element that is itself
 * an array; a document, and what joins several, is a query over the element's own fields.
 */
function elementTest(condition: Value): (element: Value) => boolean {
  const isJoined = isDoc(condition) && LOGICAL.includes(condition.keys().next().value ?? '');
  if ((isOperators(condition) && !isJoined) || condition instanceof BSONRegExp) {
    const matches = compile(parseFilter(new Map([['v', condition]]), noExpressions));
    return (element) => matches(encode(new Map([['v', element]])), 0);
  }
  if (isDoc(condition)) {
    const matches = compile(parseFilter(condition, noExpressions));
    return (element) => isDoc(element) && matches(encode(element), 0);
  }
  return (element) => sameValue(element, condition);
}

function without(drops: (element: Value) => boolean): Change {
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw bad('Cannot apply $pull to a non-array value');
    const kept = current.filter((element) => !drops(element));
    return kept.length === current.length ? current : kept;
  };
}

function arrayToPush(current: Found, place: Place): Value[] {
  if (current === undefined) return [];
  if (Array.isArray(current)) return current;
  throw bad(
    `The field '${place.path}' must be an array but is of type ${typeNameOf(current)} in document ${idText(place)}`,
  );
}

const sliced = (array: Value[], slice: number): Value[] =>
  slice < 0 ? array.slice(slice) : array.slice(0, slice);

interface Push {
  each: Value[];
  position?: number | undefined;
  sort?: ((a: Value, b: Value) => number) | undefined;
  slice?: number | undefined;
}

function parsePush(argument: Value): Push {
  if (!isDoc(argument) || !argument.has('$each')) return { each: [argument] };
  for (const name of argument.keys()) {
    if (!['$each', '$position', '$sort', '$slice'].includes(name))
      throw bad(`Unrecognized clause in $push: ${name}`);
  }
  const each = argument.get('$each');
  if (!Array.isArray(each)) {
    throw bad(`The argument to $each in $push must be an array but it was of type: ${typeNameOf(each)}`);
  }
  return {
    each,
    position: integerClause('$position', argument.get('$position'), ', not of type:'),
    sort: parseSort(argument.get('$sort')),
    slice: integerClause('$slice', argument.get('$slice'), ' but was given type:'),
  };
}

function integerClause(name: string, value: Found, but: string): number | undefined {
  if (value === undefined) return undefined;
  const integer = toInteger(value);
  if (integer === undefined)
    throw bad(`The value for ${name} must be an integer value${but} ${typeNameOf(value)}`);
  return integer;
}

function parseSort(sort: Found): Push['sort'] {
  if (sort === undefined) return undefined;
  if (isNumber(sort)) {
    const direction = directionOf(sort);
    return (a, b) => compareValues(a, b) * direction;
  }
  if (!isDoc(sort)) {
    throw bad(
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    );
  }
  if (sort.size === 0) throw bad('The $sort pattern is empty when it should be a set of fields.');
  const keys = [...sort].map(([path, value]) => {
    const direction = directionOf(value);
    if (path === '') throw bad('The $sort field cannot be empty');
    const parts = path.split('.');
    if (parts.includes('')) throw bad(`The $sort field is a dotted field but has an empty part: ${path}`);
    return { parts, direction };
  });
  return (a, b) => {
    for (const { parts, direction } of keys) {
      const order = compareValues(sortValue(a, parts), sortValue(b, parts));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

const sortValue = (element: Value, parts: readonly string[]): Value =>
  (isDoc(element) ? exactValue(element, parts) : undefined) ?? null;

function directionOf(value: Value): 1 | -1 {
  const direction = toInteger(value);
  if (direction !== 1 && direction !== -1) throw bad('The $sort element value must be either 1 or -1');
  return direction;
}

function parseAddToSet(argument: Value): Value[] {
  if (!isDoc(argument) || argument.keys().next().value !== '$each') return [argument];
  const each = argument.get('$each');
  if (!Array.isArray(each)) {
    throw new StoreError(
      'TypeMismatch',
      `The argument to $each in $addToSet must be an array but it was of type ${typeNameOf(each)}`,
    );
  }
  if (argument.size > 1) throw bad(`Found unexpected fields after $each in $addToSet: ${describe(argument)}`);
  return each;
}
