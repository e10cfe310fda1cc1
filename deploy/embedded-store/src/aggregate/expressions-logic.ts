/** Comparison, boolean and conditional operators, and those that bind variables or quote. */
import { StoreError } from '../values/errors.js';
import {
  compileNamed,
  isNullish,
  namedArguments,
  one,
  two,
  type Cell,
  type Evaluate,
  isArray,
  argumentList,
} from './operators.js';
import type { Operator, Operators } from './operators.js';
import { compareValues, describe, isDoc, truthy, typeNameOf, type Found } from '../values/values.js';

/** MongoDB's order with missing below everything. */
export function compareFound(left: Found, right: Found): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined);
  return compareValues(left, right);
}

const comparison = (holds: (order: number) => boolean) =>
  two((left, right) => holds(compareFound(left, right)));

/** `$and` and `$or`: stop at the first value that decides. */
const junction =
  (deciding: boolean): Operator =>
  (argument, scope) => {
    const parts = argumentList(argument).map((part) => scope.compile(part));
    return (doc) => parts.some((part) => truthy(part(doc)) === deciding) === deciding;
  };

const cond: Operator = (argument, scope, name) => {
  let parts: Evaluate[];
  if (isDoc(argument)) {
    const codes = { if: 17080, then: 17081, else: 17082 };
    namedArguments(name, argument, { required: ['if', 'then', 'else'], codes: [17083, 17083, codes] });
    const named = compileNamed(argument, scope, ['if', 'then', 'else']);
    parts = [named.if, named.then, named.else];
  } else {
    const list = argumentList(argument);
    if (list.length !== 3) {
      const given = `${list.length} were passed in.`;
      throw new StoreError(16020, `Expression ${name} takes exactly 3 arguments. ${given}`);
    }
    parts = list.map((part) => scope.compile(part));
  }
  const [condition, then, otherwise] = parts as [Evaluate, Evaluate, Evaluate];
  return (doc) => (truthy(condition(doc)) ? then(doc) : otherwise(doc));
};

const ifNull: Operator = (argument, scope, name) => {
  const list = argumentList(argument);
  if (list.length < 2) {
    throw new StoreError(1257300, `${name} needs at least two arguments, had: ${list.length}`);
  }
  const parts = list.map((part) => scope.compile(part));
  return (doc) => {
    let value: Found;
    for (const part of parts) {
      value = part(doc);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const choice: Operator = (argument, scope, name) => {
  if (!isDoc(argument)) {
    throw new StoreError(40060, `${name} requires an object as an argument, found: ${typeNameOf(argument)}`);
  }
  for (const key of argument.keys()) {
    if (key !== 'branches' && key !== 'default') {
      throw new StoreError(40067, `${name} found an unknown argument: ${key}`);
    }
  }
  const branches = argument.get('branches') ?? [];
  if (!isArray(branches)) {
    throw new StoreError(40061, `${name} expected an array for 'branches', found: ${typeNameOf(branches)}`);
  }
  if (branches.length === 0) throw new StoreError(40068, `${name} requires at least one branch.`);
  const compiled = branches.map((branch) => {
    const names = {
      required: ['case', 'then'],
      codes: [40062, 40063, { case: 40064, then: 40065 }],
    } as const;
    return compileNamed(namedArguments(`${name} branch`, branch, names), scope, ['case', 'then']);
  });
  const fallback = argument.get('default');
  const otherwise = fallback === undefined ? undefined : scope.compile(fallback);
  return (doc) => {
    for (const branch of compiled) if (truthy(branch.case(doc))) return branch.then(doc);
    if (otherwise) return otherwise(doc);
    const message = 'could not find a matching branch for an input, and no default was specified.';
    throw new StoreError(40066, `${name} ${message}`);
  };
};

/** Complains about a name that a user may not give to a variable. */
export function checkVariableName(name: string): void {
  if (name === 'CURRENT' || /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name)) return;
  if (name === '') throw new StoreError(16866, 'empty variable names are not allowed');
  if (/^[a-z\u0080-\uffff]/.test(name)) {
    throw new StoreError(16868, `'${name}' contains an invalid character for a variable name`);
  }
  throw new StoreError(16867, `'${name}' starts with an invalid character for a user variable name`);
}

const letIn: Operator = (argument, scope, name) => {
  const codes = [16874, 16875, { vars: 16876, in: 16877 }] as const;
  const named = namedArguments(name, argument, { required: ['vars', 'in'], codes });
  const vars = named.get('vars');
  if (!isDoc(vars)) {
    throw new StoreError('TypeMismatch', `invalid parameter: expected an object (vars) ${describe(vars)}`);
  }
  const cells = new Map<string, Cell>();
  const bindings = [...vars].map(([variable, expression]) => {
    checkVariableName(variable);
    const cell: Cell = { value: undefined };
    cells.set(variable, cell);
    return { cell, evaluate: scope.compile(expression) };
  });
  const body = scope.bind(cells).compile(named.get('in') ?? null);
  return (doc) => {
    const values = bindings.map(({ evaluate }) => evaluate(doc));
    bindings.forEach(({ cell }, i) => (cell.value = values[i]));
    return body(doc);
  };
};

const literal: Operator = (argument) => () => argument;

export const LOGIC: Operators = {
  $cmp: two((left, right) => Math.sign(compareFound(left, right))),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $and: junction(false),
  $or: junction(true),
  $not: one((value) => !truthy(value)),
  $cond: cond,
  $ifNull: ifNull,
  $switch: choice,
  $let: letIn,
  $literal: literal,
  $const: literal,
};
