/** Accumulators of `$group`: each reduces all documents of a group to one value. */
import { StoreError } from '../values/errors.js';
import { Sum, calculable, double, type Num } from '../values/numbers.js';
import { isNullish } from './operators.js';
import {
  Decimal128,
  Double,
  compareValues,
  countValue,
  isDoc,
  toNumber,
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

const ACCUMULATORS = new Map<string, () => Accumulator>([
  ['$sum', sum],
  ['$avg', avg],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$count', count],
]);

/** The factory of an operator's accumulators, one for each group. Throws MongoDB's errors. */
export function accumulatorOf(name: string, argument: Value): () => Accumulator {
  const create = ACCUMULATORS.get(name);
  if (create === undefined) throw new StoreError(15952, `unknown group operator '${name}'`);
  if (Array.isArray(argument)) {
    // MongoDB accepts an array with one expression, as it does for operators with one argument.
    if (argument.length !== 1) throw new StoreError(40237, `The ${name} accumulator is a unary operator`);
  }
  if (name === '$count' && !(isDoc(argument) && argument.size === 0)) {
    throw new StoreError('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
  }
  return create;
}
