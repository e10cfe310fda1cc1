/** Accumulators of `$group`: each collects one value from all the documents of a group. */
import { StoreError } from '../values/errors.js';
import { mergeInto } from './expressions-sets.js';
import { valueKey, type ValueKey } from '../values/value-key.js';
import { Sum, calculable, double, type Num } from '../values/numbers.js';
import { isNullish } from './operators.js';
import { UNSUPPORTED_ACCUMULATORS } from './unsupported.js';
import {
  Decimal128,
  Double,
  compareValues,
  countValue,
  isDoc,
  toNumber,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

export interface Accumulator {
  add(value: Found): void;
  result(): Value;
}

const isNumber = (value: Found): value is Num | Decimal128 =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof Double ||
  value instanceof Decimal128;

function sum(): Accumulator {
  const total = new Sum();
  return {
    add(value) {
      if (isNumber(value)) total.add(calculable(value, '$sum'));
    },
    result: () => total.value(),
  };
}

function avg(): Accumulator {
  const total = new Sum();
  let count = 0;
  return {
    add(value) {
      if (!isNumber(value)) return;
      total.add(calculable(value, '$avg'));
      count++;
    },
    result: () => (count === 0 ? null : double(toNumber(total.value()) / count)),
  };
}

function count(): Accumulator {
  let counted = 0;
  return {
    add() {
      counted++;
    },
    result: () => countValue(counted),
  };
}

const extreme = (sign: 1 | -1) => (): Accumulator => {
  let best: Value = null;
  return {
    add(value) {
      if (isNullish(value)) return;
      if (best === null || compareValues(value, best) * sign > 0) best = value;
    },
    result: () => best,
  };
};

function first(): Accumulator {
  let seen = false;
  let kept: Value = null;
  return {
    add(value) {
      if (seen) return;
      seen = true;
      kept = value ?? null;
    },
    result: () => kept,
  };
}

function last(): Accumulator {
  let kept: Value = null;
  return {
    add(value) {
      kept = value ?? null;
    },
    result: () => kept,
  };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add(value) {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new Map<ValueKey, Value>();
  return {
    add(value) {
      if (value === undefined) return;
      const key = valueKey(value);
      if (!values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

function mergeObjects(): Accumulator {
  const merged: Doc = new Map();
  return {
    add(value) {
      mergeInto(merged, value, '$mergeObjects');
    },
    result: () => merged,
  };
}

const ACCUMULATORS = new Map<string, () => Accumulator>([
  ['$sum', sum],
  ['$avg', avg],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$first', first],
  ['$last', last],
  ['$push', push],
  ['$addToSet', addToSet],
  ['$count', count],
  ['$mergeObjects', mergeObjects],
]);

/** What makes a new accumulator for a group, by the operator's name. */
export function accumulatorOf(name: string, argument: Value): () => Accumulator {
  const create = ACCUMULATORS.get(name);
  if (create === undefined) {
    if (UNSUPPORTED_ACCUMULATORS.has(name)) {
      throw new StoreError('NotImplemented', `${name} is not supported by the embedded store`);
    }
    throw new StoreError(15952, `unknown group operator '${name}'`);
  }
  if (Array.isArray(argument)) {
    // MongoDB takes an array around one expression, as it does for operators of one argument.
    if (argument.length !== 1) throw new StoreError(40237, `The ${name} accumulator is a unary operator`);
  }
  if (name === '$count' && !(isDoc(argument) && argument.size === 0)) {
    throw new StoreError('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
  }
  return create;
}
