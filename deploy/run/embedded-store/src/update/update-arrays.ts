/** The array update operators. */
import { encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { compile, isOperators, parseFilter } from '../filter/match.js';
import { valueKey } from '../values/value-key.js';
import { bad, idText, unlessSame, type Operator } from './update-operators.js';
import type { Change, Place } from './update-tree.js';
import {
  BSONRegExp,
  describe,
  isDoc,
  sameValue,
  toInteger,
  typeNameOf,
  type Found,
  type Value,
} from '../values/values.js';

export const ARRAY_OPERATORS: Readonly<Record<string, Operator>> = {
  $push: (argument) => {
    const { each, slice } = parsePush(argument);
    return (current, place) => {
      const after = [...arrayToPush(current, place), ...each];
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

/** Operators that start a query over a whole document, not a condition on a value. */
const LOGICAL = ['$and', '$or', '$nor', '$comment'];

/**
 * Conditions with operators and regular expressions test the element like a field's value, so an element that is itself
 * an array is searched too; a document or a logical operator is a query over the element's own fields.
 */
function elementTest(condition: Value): (element: Value) => boolean {
  const isJoined = isDoc(condition) && LOGICAL.includes(condition.keys().next().value ?? '');
  if ((isOperators(condition) && !isJoined) || condition instanceof BSONRegExp) {
    const matches = compile(parseFilter(new Map([['v', condition]])));
    return (element) => matches(encode(new Map([['v', element]])), 0);
  }
  if (isDoc(condition)) {
    const matches = compile(parseFilter(condition));
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
  slice?: number | undefined;
}

function parsePush(argument: Value): Push {
  if (!isDoc(argument) || !argument.has('$each')) return { each: [argument] };
  for (const name of argument.keys()) {
    if (!['$each', '$slice'].includes(name)) throw bad(`Unrecognized clause in $push: ${name}`);
  }
  const each = argument.get('$each');
  if (!Array.isArray(each)) {
    throw bad(`The argument to $each in $push must be an array but it was of type: ${typeNameOf(each)}`);
  }
  return {
    each,
    slice: sliceOf(argument.get('$slice')),
  };
}

function sliceOf(value: Found): number | undefined {
  if (value === undefined) return undefined;
  const slice = toInteger(value);
  if (slice === undefined)
    throw bad(`The value for $slice must be an integer value but was given type: ${typeNameOf(value)}`);
  return slice;
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
