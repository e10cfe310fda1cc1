/** The operators of aggregation expressions. */
import { StoreError } from '../values/errors.js';
import {
  BSONSymbol,
  Double,
  Undefined,
  compareValues,
  isDoc,
  isNumber,
  toNumber,
  truthy,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

/** A compiled expression: returns its value for a document, `undefined` for missing. */
export type Evaluate = (doc: Doc) => Found;

/** Compiles an operator with its argument as written; `compile` is for the expressions in it. */
type Operator = (argument: Value, compile: (expression: Value) => Evaluate, name: string) => Evaluate;

// `Undefined` is left out of the type guard: its structural type would match almost any value.
export const isNullish = (value: Found): value is null | undefined =>
  value === null || value === undefined || value instanceof Undefined;

/** Like Array.isArray, for values. */
export const isArray = (value: Found): value is Value[] => Array.isArray(value);

export const argumentList = (argument: Value): Value[] => (isArray(argument) ? argument : [argument]);

/** An operator with a fixed number of arguments; a single one may be given without an array. */
const fixed =
  (count: number, apply: (values: Found[], name: string) => Found): Operator =>
  (argument, compile, name) => {
    const list = argumentList(argument);
    checkCount(name, list, count);
    const evaluators = list.map(compile);
    return (doc) =>
      apply(
        evaluators.map((evaluate) => evaluate(doc)),
        name,
      );
  };

function checkCount(name: string, list: readonly Value[], count: number): void {
  if (list.length === count) return;
  throw new StoreError(
    16020,
    `Expression ${name} takes exactly ${count} arguments. ${list.length} were passed in.`,
  );
}

/** MongoDB's sort order, with missing below everything. */
function compareFound(left: Found, right: Found): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined);
  return compareValues(left, right);
}

const comparison = (holds: (order: number) => boolean) =>
  fixed(2, ([left, right]) => holds(compareFound(left, right)));

/** `$and` and `$or`, short-circuiting at the first deciding value. */
const junction =
  (deciding: boolean): Operator =>
  (argument, compile) => {
    const parts = argumentList(argument).map(compile);
    return (doc) => parts.some((part) => truthy(part(doc)) === deciding) === deciding;
  };

const MISSING_IN_COND: Readonly<Record<string, number>> = { if: 17080, then: 17081, else: 17082 };

/** The three arguments of `$cond`, given as an array or as named fields. */
function condArguments(argument: Value): Value[] {
  if (!isDoc(argument)) return argumentList(argument);
  for (const name of argument.keys()) {
    if (!(name in MISSING_IN_COND)) throw new StoreError(17083, `Unrecognized parameter to $cond: ${name}`);
  }
  return Object.entries(MISSING_IN_COND).map(([name, code]) => {
    const given = argument.get(name);
    if (given === undefined) throw new StoreError(code, `Missing '${name}' parameter to $cond`);
    return given;
  });
}

const cond: Operator = (argument, compile, name) => {
  const list = condArguments(argument);
  checkCount(name, list, 3);
  const [condition, then, otherwise] = list.map(compile) as [Evaluate, Evaluate, Evaluate];
  return (doc) => (truthy(condition(doc)) ? then(doc) : otherwise(doc));
};

const ifNull: Operator = (argument, compile, name) => {
  const list = argumentList(argument);
  if (list.length < 2) {
    throw new StoreError(1257300, `${name} needs at least two arguments, had: ${list.length}`);
  }
  const parts = list.map(compile);
  return (doc) => {
    let value: Found;
    for (const part of parts) {
      value = part(doc);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

/** Converts an argument of a string operator: null becomes '', numbers and dates their text. */
function textOf(value: Found): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (value instanceof BSONSymbol) return value.value;
  if (value instanceof Double) return Object.is(value.value, -0) ? '-0' : String(value.value);
  if (isNumber(value)) return value.toString();
  if (value instanceof Date) return value.toISOString();
  throw new StoreError(16007, `can't convert from BSON type ${typeNameOf(value)} to String`);
}

const continues = (bytes: Buffer, at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;

function substrBytes([value, start, count]: Found[], name: string): Found {
  const bytes = Buffer.from(textOf(value));
  const number = (index: Found, what: string, code: number) => {
    if (isNumber(index)) return Math.trunc(toNumber(index));
    throw new StoreError(code, `${name}: ${what} must be a numeric type (is BSON type ${typeNameOf(index)})`);
  };
  const from = number(start, 'starting index', 16034);
  const length = number(count, 'length', 16035);
  if (from < 0) throw new StoreError(50752, `${name}: starting index must be non-negative (got: ${from})`);
  if (continues(bytes, from)) {
    throw new StoreError(28656, `${name}: Invalid range, starting index is a UTF-8 continuation byte.`);
  }
  const end = length < 0 ? bytes.length : from + length;
  if (continues(bytes, end)) {
    throw new StoreError(
      28657,
      `${name}: Invalid range, ending index is in the middle of a UTF-8 character.`,
    );
  }
  return bytes.toString('utf8', Math.min(from, bytes.length), Math.min(end, bytes.length));
}

const literal: Operator = (argument) => () => argument;

const OPERATORS = new Map<string, Operator>([
  ['$eq', comparison((order) => order === 0)],
  ['$ne', comparison((order) => order !== 0)],
  ['$gt', comparison((order) => order > 0)],
  ['$gte', comparison((order) => order >= 0)],
  ['$lt', comparison((order) => order < 0)],
  ['$lte', comparison((order) => order <= 0)],
  ['$and', junction(false)],
  ['$or', junction(true)],
  ['$not', fixed(1, ([value]) => !truthy(value))],
  ['$cond', cond],
  ['$ifNull', ifNull],
  ['$literal', literal],
  ['$substrBytes', fixed(3, substrBytes)],
]);

/** The operator with a name. Throws InvalidPipelineOperator for an unknown one. */
export function operatorNamed(name: string): Operator {
  const operator = OPERATORS.get(name);
  if (operator) return operator;
  throw new StoreError('InvalidPipelineOperator', `Unrecognized expression '${name}'`);
}
