/** Arithmetic operators of expressions. */
import { StoreError } from '../values/errors.js';
import {
  Sum,
  calculable,
  double,
  isDouble,
  roundAt,
  toBigInt,
  whole,
  wholeOf,
  type Num,
} from '../values/numbers.js';
import { int32, isNullish, many, one, two, type Operators } from './operators.js';
import {
  Double,
  describe,
  isNumber,
  toNumber,
  typeNameOf,
  type Found,
  type Value,
} from '../values/values.js';

/** A date of these milliseconds, rounded to whole ones. */
export function dateOf(millis: number): Date {
  const date = new Date(Math.round(millis));
  if (Number.isNaN(date.getTime())) throw new StoreError('Overflow', 'date overflow');
  return date;
}

function add(values: Found[], name: string): Found {
  let date: Date | undefined;
  const sum = new Sum();
  for (const value of values) {
    if (isNullish(value)) return null;
    if (isNumber(value)) sum.add(calculable(value, name));
    else if (!(value instanceof Date)) {
      throw new StoreError(
        'TypeMismatch',
        `${name} only supports numeric or date types, not ${typeNameOf(value)}`,
      );
    } else if (date) throw new StoreError(16612, `only one date allowed in an ${name} expression`);
    else date = value;
  }
  return date ? dateOf(date.getTime() + toNumber(sum.value())) : sum.value();
}

function subtract(left: Found, right: Found, name: string): Found {
  if (typeof left === 'number' && typeof right === 'number') return wholeOf(left - right);
  if (isNullish(left) || isNullish(right)) return null;
  if (left instanceof Date) {
    if (right instanceof Date) return BigInt(left.getTime() - right.getTime());
    if (isNumber(right)) return dateOf(left.getTime() - toNumber(calculable(right, name)));
  }
  if (!isNumber(left) || !isNumber(right)) {
    throw new StoreError('TypeMismatch', `can't ${name} ${typeNameOf(right)} from ${typeNameOf(left)}`);
  }
  const [a, b] = [calculable(left, name), calculable(right, name)];
  if (isDouble(a, b)) return double(toNumber(a) - toNumber(b));
  return whole(toBigInt(a) - toBigInt(b), a, b);
}

function times(a: Num, b: Num): Num {
  if (isDouble(a, b)) return double(toNumber(a) * toNumber(b));
  const exact = typeof a === 'number' && typeof b === 'number' ? wholeOf(a * b) : undefined;
  return exact ?? whole(toBigInt(a) * toBigInt(b), a, b);
}

function multiply(values: Found[], name: string): Found {
  let product: Num = 1;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumber(value)) {
      throw new StoreError('TypeMismatch', `${name} only supports numeric types, not ${typeNameOf(value)}`);
    }
    const factor = calculable(value, name);
    product = times(product, factor);
  }
  return product;
}

function divide(left: Found, right: Found, name: string): Found {
  if (isNullish(left) || isNullish(right)) return null;
  if (!isNumber(left) || !isNumber(right)) {
    const types = `${typeNameOf(left)} and ${typeNameOf(right)}`;
    throw new StoreError('TypeMismatch', `${name} only supports numeric types, not ${types}`);
  }
  const divisor = toNumber(calculable(right, name));
  if (divisor === 0) throw new StoreError('BadValue', `can't ${name} by zero`);
  return double(toNumber(calculable(left, name)) / divisor);
}

function mod(left: Found, right: Found, name: string): Found {
  if (typeof left === 'number' && typeof right === 'number' && right !== 0) return wholeOf(left % right);
  if (isNullish(left) || isNullish(right)) return null;
  if (!isNumber(left) || !isNumber(right)) {
    const types = `${typeNameOf(left)} and ${typeNameOf(right)}`;
    throw new StoreError(16611, `${name} only supports numeric types, not ${types}`);
  }
  const [a, b] = [calculable(left, name), calculable(right, name)];
  if (toNumber(b) === 0) throw new StoreError(16610, `can't ${name} by zero`);
  // A whole double divides an integer as an integer would.
  if (isDouble(a) || (isDouble(b) && !Number.isInteger(toNumber(b))))
    return double(toNumber(a) % toNumber(b));
  return whole(toBigInt(a) % toBigInt(b), a, b);
}

/** An operator of one number; null for null. */
function numeric(code: number, apply: (value: Num, name: string) => Num) {
  return one((value, name) => {
    if (isNullish(value)) return null;
    if (!isNumber(value))
      throw new StoreError(code, `${name} only supports numeric types, not ${typeNameOf(value)}`);
    return apply(calculable(value, name), name);
  });
}

function abs(value: Num, name: string): Num {
  if (value instanceof Double) return double(Math.abs(value.value));
  const exact = toBigInt(value);
  if (exact === -0x8000000000000000n) throw new StoreError(28680, `can't take ${name} of long long min`);
  return whole(exact < 0n ? -exact : exact, value);
}

const rounded = (round: (value: number) => number) =>
  numeric(28765, (value) => (value instanceof Double ? double(round(value.value)) : value));

/** `$round` and `$trunc`: a number and, where given, the decimal place. */
const roundedAt = (mode: 'even' | 'zero') =>
  many(1, 2, (values, name) => {
    const [value, place] = values;
    if (values.some(isNullish) || isNullish(value)) return null;
    if (!isNumber(value))
      throw new StoreError(51081, `${name} only supports numeric types, not ${typeNameOf(value)}`);
    const at = place === undefined ? 0 : int32(place, `precision argument to ${name}`, [51082, 51082]);
    if (at < -20 || at > 100) {
      const range = 'value must be in [-20, 100]';
      throw new StoreError(51083, `cannot apply ${name} with precision value ${describe(place)} ${range}`);
    }
    return roundAt(calculable(value, name), at, mode);
  });

function sqrt(value: Num, name: string): Num {
  const number = toNumber(value);
  if (number < 0) throw new StoreError(28714, `${name}'s argument must be greater than or equal to 0`);
  return double(Math.sqrt(number));
}

function pow(base: Found, exponent: Found, name: string): Found {
  if (isNullish(base) || isNullish(exponent)) return null;
  if (!isNumber(base)) throw new StoreError(28762, `${name}'s base must be numeric, not ${typeNameOf(base)}`);
  if (!isNumber(exponent)) {
    throw new StoreError(28763, `${name}'s exponent must be numeric, not ${typeNameOf(exponent)}`);
  }
  const [a, b] = [calculable(base, name), calculable(exponent, name)];
  if (toNumber(a) === 0 && toNumber(b) < 0) {
    throw new StoreError(28764, `${name} cannot take a base of 0 and a negative exponent`);
  }
  const approximate = Math.pow(toNumber(a), toNumber(b));
  if (isDouble(a, b)) return double(approximate);
  const size = Math.abs(toNumber(a));
  if (size <= 1) return whole(BigInt(Math.trunc(approximate)), a, b);
  if (toNumber(b) < 0 || Math.abs(approximate) > 2 ** 64) return double(approximate);
  return whole(toBigInt(a) ** toBigInt(b), a, b);
}

function positive(value: number, code: number, message: string): number {
  if (value <= 0) throw new StoreError(code, `${message}, but is ${value}`);
  return value;
}

const logarithm = (code: number, log: (value: number) => number) =>
  numeric(28765, (value, name) => {
    return double(log(positive(toNumber(value), code, `${name}'s argument must be a positive number`)));
  });

function log(value: Found, base: Found, name: string): Found {
  if (isNullish(value) || isNullish(base)) return null;
  if (!isNumber(value))
    throw new StoreError(28756, `${name}'s argument must be numeric, not ${typeNameOf(value)}`);
  if (!isNumber(base)) throw new StoreError(28757, `${name}'s base must be numeric, not ${typeNameOf(base)}`);
  const argument = toNumber(calculable(value, name));
  const root = toNumber(calculable(base, name));
  positive(argument, 28758, `${name}'s argument must be a positive number`);
  const requirement = `${name}'s base must be a positive number not equal to 1`;
  if (root === 1) throw new StoreError(28759, `${requirement}, but is 1`);
  return double(Math.log(argument) / Math.log(positive(root, 28759, requirement)));
}

/** Sums what is a number and passes over the rest. */
export function sumOf(values: readonly Found[], name: string): Value {
  const sum = new Sum();
  for (const value of values) if (isNumber(value)) sum.add(calculable(value, name));
  return sum.value();
}

/** The mean of what is a number; null where nothing is. */
export function averageOf(values: readonly Found[], name: string): Value {
  const numbers = values.filter(isNumber);
  if (numbers.length === 0) return null;
  return double(toNumber(sumOf(numbers, name) as Num) / numbers.length);
}

export const ARITHMETIC: Operators = {
  $add: many(0, Infinity, add),
  $subtract: two(subtract),
  $multiply: many(0, Infinity, multiply),
  $divide: two(divide),
  $mod: two(mod),
  $abs: numeric(28765, abs),
  $ceil: rounded(Math.ceil),
  $floor: rounded(Math.floor),
  $round: roundedAt('even'),
  $trunc: roundedAt('zero'),
  $sqrt: numeric(28765, sqrt),
  $pow: two(pow),
  $exp: numeric(28765, (value) => double(Math.exp(toNumber(value)))),
  $ln: logarithm(28766, Math.log),
  $log: two(log),
  $log10: logarithm(28761, Math.log10),
};
