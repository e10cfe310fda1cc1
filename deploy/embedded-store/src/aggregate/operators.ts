/** What an operator of an expression is, and how it takes its arguments. */
import { StoreError } from '../values/errors.js';
import {
  Undefined,
  describe,
  isDoc,
  isNumber,
  toNumber,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

/** A compiled expression: its value for a document, `undefined` for missing. */
export type Evaluate = (doc: Doc) => Found;

/** Where a variable's value stands while the expression that binds it is evaluated. */
export interface Cell {
  value: Found;
}

/** What an expression is compiled in: the variables that it may name, and a note of the fields that it reads. */
export interface Scope {
  compile(expression: Value): Evaluate;
  /** The same scope with more variables. */
  bind(cells: ReadonlyMap<string, Cell>): Scope;
  /** Makes what counts the elements that a loop goes through; it throws where one document takes too many. */
  counter(): (elements: number) => void;
}

/** Compiles an operator with its argument as written. */
export type Operator = (argument: Value, scope: Scope, name: string) => Evaluate;
export type Operators = Readonly<Record<string, Operator>>;

// `Undefined` has no members: named in the type, the compiler would take every value for one.
export const isNullish = (value: Found): value is null | undefined =>
  value === null || value === undefined || value instanceof Undefined;

/** Like Array.isArray, for values. */
export const isArray = (value: Found): value is Value[] => Array.isArray(value);

export const argumentList = (argument: Value): Value[] => (isArray(argument) ? argument : [argument]);

function checkCount(name: string, count: number, least: number, most: number): void {
  if (count >= least && count <= most) return;
  if (least === most) {
    throw new StoreError(
      16020,
      `Expression ${name} takes exactly ${least} arguments. ${count} were passed in.`,
    );
  }
  throw new StoreError(
    28667,
    `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${count} were passed in.`,
  );
}

/** An operator of one argument, written bare or as an array of one. */
export const one =
  (apply: (value: Found, name: string) => Found): Operator =>
  (argument, scope, name) => {
    const list = argumentList(argument);
    checkCount(name, list.length, 1, 1);
    const only = scope.compile(list[0] as Value);
    return (doc) => apply(only(doc), name);
  };

/** An operator of exactly two arguments. */
export const two =
  (apply: (first: Found, second: Found, name: string) => Found): Operator =>
  (argument, scope, name) => {
    const list = argumentList(argument);
    checkCount(name, list.length, 2, 2);
    const first = scope.compile(list[0] as Value);
    const second = scope.compile(list[1] as Value);
    return (doc) => apply(first(doc), second(doc), name);
  };

/** An operator of as many arguments as it is given, within bounds. */
export const many =
  (least: number, most: number, apply: (values: Found[], name: string) => Found): Operator =>
  (argument, scope, name) => {
    const list = argumentList(argument);
    checkCount(name, list.length, least, most);
    const evaluators = list.map((entry) => scope.compile(entry));
    return (doc) =>
      apply(
        evaluators.map((evaluate) => evaluate(doc)),
        name,
      );
  };

interface Names {
  required: readonly string[];
  optional?: readonly string[];
  /** MongoDB's codes for: no object at all, an unknown name, a missing name. */
  codes: readonly [object: number, unknown: number, missing: number | Readonly<Record<string, number>>];
}

/** The named arguments of an operator that takes an object. */
export function namedArguments(
  name: string,
  argument: Value,
  { required, optional = [], codes }: Names,
): Doc {
  if (!isDoc(argument)) {
    throw new StoreError(
      codes[0],
      `${name} only supports an object as its argument, found ${typeNameOf(argument)}`,
    );
  }
  for (const key of argument.keys()) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw new StoreError(codes[1], `${name} found an unknown argument: ${key}`);
    }
  }
  for (const key of required) {
    if (argument.has(key)) continue;
    const code = typeof codes[2] === 'number' ? codes[2] : (codes[2][key] ?? codes[1]);
    throw new StoreError(code, `Missing '${key}' parameter to ${name}`);
  }
  return argument;
}

/** Compiles the named arguments; those not given evaluate to missing. */
export function compileNamed<Name extends string>(
  argument: Doc,
  scope: Scope,
  names: readonly Name[],
): Record<Name, Evaluate> {
  const entries = names.map((name) => {
    const given = argument.get(name);
    return [name, given === undefined ? () => undefined : scope.compile(given)] as const;
  });
  return Object.fromEntries(entries) as Record<Name, Evaluate>;
}

/** An integral number of 32 bits, or MongoDB's two complaints: not a number, not an integer. */
export function int32(
  value: Found,
  what: string,
  codes: readonly [notNumber: number, notIntegral: number],
): number {
  if (!isNumber(value)) {
    throw new StoreError(codes[0], `${what} must be a numeric value, but is of type: ${typeNameOf(value)}`);
  }
  const number = toNumber(value);
  if (!Number.isInteger(number) || Math.abs(number) > 0x80000000 || number === 0x80000000) {
    throw new StoreError(codes[1], `${what} cannot be represented as a 32-bit integer: ${describe(value)}`);
  }
  return number;
}
