/** `$map`, `$filter` and `$reduce`, which evaluate an expression for each element; and the statistics of a list. */
import { StoreError } from '../values/errors.js';
import { averageOf, sumOf } from './expressions-arithmetic.js';
import { checkVariableName } from './expressions-logic.js';
import {
  compileNamed,
  int32,
  isNullish,
  namedArguments,
  type Cell,
  type Operator,
  type Operators,
  isArray,
  argumentList,
} from './operators.js';
import {
  compareValues,
  describe,
  truthy,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

/** The name that `as` gives to the element, `this` by default. */
function elementName(given: Doc): string {
  const name = given.get('as') ?? 'this';
  if (typeof name !== 'string')
    throw new StoreError('TypeMismatch', `'as' must be a string, found ${typeNameOf(name)}`);
  checkVariableName(name);
  return name;
}

const map: Operator = (argument, scope, name) => {
  const codes = [16878, 16879, { input: 16880, in: 16882 }] as const;
  const given = namedArguments(name, argument, { required: ['input', 'in'], optional: ['as'], codes });
  const { input } = compileNamed(given, scope, ['input']);
  const element: Cell = { value: undefined };
  const each = scope.bind(new Map([[elementName(given), element]])).compile(given.get('in') ?? null);
  const count = scope.counter();
  return (doc) => {
    const array = input(doc);
    if (isNullish(array)) return null;
    if (!isArray(array)) {
      throw new StoreError(16883, `input to ${name} must be an array not ${typeNameOf(array)}`);
    }
    count(array.length);
    return array.map((value) => {
      element.value = value;
      return each(doc) ?? null;
    });
  };
};

const filter: Operator = (argument, scope, name) => {
  const codes = [28646, 28647, { input: 28648, cond: 28650 }] as const;
  const given = namedArguments(name, argument, {
    required: ['input', 'cond'],
    optional: ['as', 'limit'],
    codes,
  });
  const { input, limit } = compileNamed(given, scope, ['input', 'limit']);
  const element: Cell = { value: undefined };
  const holds = scope.bind(new Map([[elementName(given), element]])).compile(given.get('cond') ?? null);
  const count = scope.counter();
  return (doc) => {
    const array = input(doc);
    const most = limit(doc);
    if (isNullish(array)) return null;
    if (!isArray(array)) {
      throw new StoreError(28651, `input to ${name} must be an array not ${typeNameOf(array)}`);
    }
    const limited = isNullish(most) ? Infinity : int32(most, `${name}: limit`, [327391, 327391]);
    if (limited < 1)
      throw new StoreError(327392, `${name}: limit must be greater than 0, found ${describe(most)}`);
    const kept: Value[] = [];
    for (const value of array) {
      count(1);
      element.value = value;
      if (truthy(holds(doc))) kept.push(value);
      if (kept.length >= limited) break;
    }
    return kept;
  };
};

const reduce: Operator = (argument, scope, name) => {
  const required = ['input', 'initialValue', 'in'];
  const codes = [40075, 40076, { input: 40077, initialValue: 40078, in: 40079 }] as const;
  const given = namedArguments(name, argument, { required, codes });
  const { input, initialValue } = compileNamed(given, scope, ['input', 'initialValue']);
  const element: Cell = { value: undefined };
  const value: Cell = { value: undefined };
  const cells = new Map([
    ['this', element],
    ['value', value],
  ]);
  const step = scope.bind(cells).compile(given.get('in') ?? null);
  const count = scope.counter();
  return (doc) => {
    const array = input(doc);
    if (isNullish(array)) return null;
    if (!isArray(array)) {
      throw new StoreError(40080, `${name} requires that 'input' be an array, found: ${describe(array)}`);
    }
    count(array.length);
    let result = initialValue(doc);
    for (const entry of array) {
      element.value = entry;
      value.value = result;
      result = step(doc);
    }
    return result;
  };
};

/** An operator over a list: of its one argument's elements where that is an array, else of its arguments. */
const statistic =
  (apply: (values: readonly Found[], name: string) => Found): Operator =>
  (argument, scope, name) => {
    const list = argumentList(argument);
    const parts = list.map((part) => scope.compile(part));
    return (doc) => {
      const values = parts.map((part) => part(doc));
      const [only] = values;
      return apply(values.length === 1 && isArray(only) ? only : values, name);
    };
  };

const extreme = (sign: 1 | -1) =>
  statistic((values) => {
    let best: Value = null;
    for (const value of values) {
      if (isNullish(value)) continue;
      if (best === null || compareValues(value, best) * sign > 0) best = value;
    }
    return best;
  });

export const LOOPS: Operators = {
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $sum: statistic(sumOf),
  $avg: statistic(averageOf),
  $min: extreme(-1),
  $max: extreme(1),
};
