/** Operators that take arrays to pieces and put them together. */
import { StoreError } from '../values/errors.js';
import { compareFound } from './expressions-logic.js';
import { searchBounds } from './expressions-text.js';
import {
  compileNamed,
  int32,
  isNullish,
  many,
  namedArguments,
  one,
  two,
  type Operator,
  type Operators,
  isArray,
} from './operators.js';
import { orderingOf, parseSortPattern } from './ordering.js';
import {
  compareValues,
  isDoc,
  isNumber,
  sameValue,
  toNumber,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

function elementAt(array: Found, index: Found, name: string): Found {
  if (isNullish(array) || isNullish(index)) return null;
  if (!isArray(array)) {
    throw new StoreError(28689, `${name}'s first argument must be an array, but is ${typeNameOf(array)}`);
  }
  return array.at(int32(index, `${name}'s second argument`, [28690, 28691]));
}

/** `$first` and `$last`. */
const endOf = (index: 0 | -1) =>
  one((array, name) => {
    if (isNullish(array)) return null;
    if (isArray(array)) return array.at(index);
    throw new StoreError(28689, `${name}'s argument must be an array, but is ${typeNameOf(array)}`);
  });

function concatArrays(values: Found[], name: string): Found {
  const out: Value[] = [];
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isArray(value)) {
      throw new StoreError(28664, `${name} only supports arrays, not ${typeNameOf(value)}`);
    }
    for (const element of value) out.push(element);
  }
  return out;
}

function size(array: Found, name: string): Found {
  if (isArray(array)) return array.length;
  throw new StoreError(
    17124,
    `The argument to ${name} must be an array, but was of type: ${typeNameOf(array)}`,
  );
}

function reverseArray(array: Found, name: string): Found {
  if (isNullish(array)) return null;
  if (isArray(array)) return array.toReversed();
  throw new StoreError(
    34435,
    `The argument to ${name} must be an array, but was of type: ${typeNameOf(array)}`,
  );
}

function slice(values: Found[], name: string): Found {
  const [array, second, third] = values;
  if (values.some(isNullish)) return null;
  if (!isArray(array)) {
    throw new StoreError(
      28724,
      `First argument to ${name} must be an array, but is of type: ${typeNameOf(array)}`,
    );
  }
  const start = int32(second, `Second argument to ${name}`, [28725, 28726]);
  if (values.length === 2) return start >= 0 ? array.slice(0, start) : array.slice(start);
  const count = int32(third, `Third argument to ${name}`, [28727, 28728]);
  if (count <= 0) throw new StoreError(28729, `Third argument to ${name} must be positive: ${count}`);
  const from = start < 0 ? Math.max(0, array.length + start) : start;
  return array.slice(from, from + count);
}

function isIn(value: Found, array: Found, name: string): Found {
  if (!isArray(array)) {
    throw new StoreError(
      40081,
      `${name} requires an array as a second argument, found: ${typeNameOf(array)}`,
    );
  }
  return value !== undefined && array.some((element) => sameValue(element, value));
}

function indexOfArray([array, sought, ...bounds]: Found[], name: string): Found {
  if (isNullish(array)) return null;
  if (!isArray(array)) {
    throw new StoreError(40090, `${name} requires an array as a first argument, found: ${typeNameOf(array)}`);
  }
  const [start = 0, end = array.length] = searchBounds(bounds, name);
  for (let i = start; i < Math.min(end, array.length); i++)
    if (compareFound(array[i], sought) === 0) return i;
  return -1;
}

function range([from, to, by = 1]: Found[], name: string): Found {
  const start = int32(from, `${name}'s starting value`, [34443, 34444]);
  const end = int32(to, `${name}'s ending value`, [34445, 34446]);
  const step = int32(by, `${name}'s step value`, [34447, 34448]);
  if (step === 0) throw new StoreError(34449, `${name} requires a non-zero step value`);
  const count = Math.max(0, Math.ceil((end - start) / step));
  if (count > 4_000_000) throw new StoreError(146, `${name} would make an array of ${count} elements`);
  return Array.from({ length: count }, (_, i) => start + i * step);
}

/** `$range`, whose elements count: a loop may make one again and again. */
const countedRange: Operator = (argument, scope, name) => {
  const count = scope.counter();
  const evaluate = many(2, 3, range)(argument, scope, name);
  return (doc) => {
    const made = evaluate(doc);
    if (isArray(made)) count(made.length);
    return made;
  };
};

const zip: Operator = (argument, scope, name) => {
  const optional = ['useLongestLength', 'defaults'];
  const given = namedArguments(name, argument, {
    required: ['inputs'],
    optional,
    codes: [34460, 34464, 34465],
  });
  const longest = given.get('useLongestLength') ?? false;
  if (typeof longest !== 'boolean') {
    throw new StoreError(34463, `useLongestLength must be a bool, found ${typeNameOf(longest)}`);
  }
  const list = (key: string, code: number) => {
    const value = given.get(key) ?? [];
    if (isArray(value)) return value.map((entry) => scope.compile(entry));
    throw new StoreError(code, `${key} must be an array of expressions, found ${typeNameOf(value)}`);
  };
  const inputs = list('inputs', 34461);
  const defaults = list('defaults', 34462);
  if (defaults.length > 0 && !longest) {
    throw new StoreError(34466, 'cannot specify defaults unless useLongestLength is true');
  }
  if (inputs.length === 0) throw new StoreError(34465, `${name} requires at least one input array`);
  if (defaults.length > 0 && defaults.length !== inputs.length) {
    throw new StoreError(34467, 'defaults and inputs must have the same length');
  }
  return (doc) => {
    const arrays: Value[][] = [];
    for (const input of inputs) {
      const value = input(doc);
      if (isNullish(value)) return null;
      if (!isArray(value)) {
        throw new StoreError(34468, `${name} found a non-array expression in input: ${typeNameOf(value)}`);
      }
      arrays.push(value);
    }
    const lengths = arrays.map((array) => array.length);
    const length = longest ? Math.max(...lengths) : Math.min(...lengths);
    const fillers = defaults.map((entry) => entry(doc));
    return Array.from({ length }, (_, i) => arrays.map((array, n) => array[i] ?? fillers[n] ?? null));
  };
};

const sortArray: Operator = (argument, scope, name) => {
  const required = ['input', 'sortBy'];
  const codes = [2942500, 2942501, { input: 2942502, sortBy: 2942503 }] as const;
  const given = namedArguments(name, argument, { required, codes });
  const { input } = compileNamed(given, scope, ['input']);
  const sortBy = given.get('sortBy') ?? null;
  const sort = isDoc(sortBy) ? byFields(sortBy) : byValue(sortBy, name);
  return (doc) => {
    const array = input(doc);
    if (isNullish(array)) return null;
    if (isArray(array)) return sort(array);
    throw new StoreError(
      2942504,
      `The input argument to ${name} must be an array, but was of type: ${typeNameOf(array)}`,
    );
  };
};

function byValue(direction: Value, name: string): (array: Value[]) => Value[] {
  const sign = isNumber(direction) ? toNumber(direction) : 0;
  if (sign === 1) return (array) => array.toSorted(compareValues);
  if (sign === -1) return (array) => array.toSorted((a, b) => compareValues(b, a));
  throw new StoreError('BadValue', `Invalid sort key of ${name}: it must be 1, -1 or an object of such`);
}

const EMPTY: Doc = new Map();

function byFields(pattern: Value): (array: Value[]) => Value[] {
  const ordering = orderingOf(parseSortPattern(pattern));
  return (array) => {
    const keyed = array.map((element) => ({ key: ordering.key(isDoc(element) ? element : EMPTY), element }));
    return keyed.sort((a, b) => ordering.compare(a.key, b.key)).map(({ element }) => element);
  };
}

export const ARRAYS: Operators = {
  $arrayElemAt: two(elementAt),
  $first: endOf(0),
  $last: endOf(-1),
  $concatArrays: many(0, Infinity, concatArrays),
  $size: one(size),
  $slice: many(2, 3, slice),
  $in: two(isIn),
  $indexOfArray: many(2, 4, indexOfArray),
  $isArray: one((value) => isArray(value)),
  $range: countedRange,
  $reverseArray: one(reverseArray),
  $zip: zip,
  $sortArray: sortArray,
};
