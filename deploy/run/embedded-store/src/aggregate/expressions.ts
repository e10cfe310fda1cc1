/** Aggregation expressions: compiled once, evaluated for each document. */
import { StoreError } from '../values/errors.js';
import { isArray, operatorNamed, type Evaluate } from './operators.js';
import { describe, isDoc, type Doc, type Found, type Value } from '../values/values.js';

/** Collects the top-level fields of the document that are read. */
export interface Reads {
  /** Undefined: the whole document. */
  fields: Set<string> | undefined;
}

/**
 * Compiles an aggregation expression; the function returns `undefined` for a missing value. Throws MongoDB's errors, such
 * as InvalidPipelineOperator for an unknown operator.
 */
export function compileExpression(expression: Value, reads: Reads = { fields: new Set() }): Evaluate {
  const compile = (inner: Value) => compileExpression(inner, reads);
  if (typeof expression === 'string' && expression.startsWith('$')) return reference(expression, reads);
  if (isArray(expression)) {
    const elements = expression.map(compile);
    return (doc) => elements.map((element) => element(doc) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const first = expression.keys().next().value;
  if (first === undefined || !first.startsWith('$')) return object(expression, compile);
  if (expression.size > 1) {
    const found = describe(expression);
    throw new StoreError(15983, `an object representing an expression must have exactly one field: ${found}`);
  }
  return operatorNamed(first)(expression.get(first) ?? null, compile, first);
}

function object(expression: Doc, compile: (inner: Value) => Evaluate): Evaluate {
  const fields = [...expression].map(([name, value]) => {
    if (name.includes('.')) {
      throw new StoreError(
        16412,
        `FieldPath field names may not contain '.'. Consider using $getField or $setField.`,
      );
    }
    return [checkName(name), compile(value)] as const;
  });
  return (doc) => {
    const result: Doc = new Map();
    for (const [name, evaluate] of fields) {
      const value = evaluate(doc);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}

/** A field path: `$path`, `$$ROOT` or `$$ROOT.path`. */
function reference(text: string, reads: Reads): Evaluate {
  if (text === '$') throw new StoreError(16872, `'$' by itself is not a valid FieldPath`);
  const isVariable = text.startsWith('$$');
  const parts = fieldPath(text.slice(isVariable ? 2 : 1));
  const variable = isVariable ? parts.shift() : 'ROOT';
  if (variable !== 'ROOT') throw new StoreError(17276, `Use of undefined variable: ${String(variable)}`);
  const [first] = parts;
  if (first === undefined) {
    reads.fields = undefined;
    return (doc) => doc;
  }
  reads.fields?.add(first);
  if (parts.length === 1) return (doc) => doc.get(first);
  return (doc) => valueAt(doc.get(first), parts, 1);
}

/** The value at a path; below an array it is the array of the values of its documents. */
function valueAt(value: Found, parts: readonly string[], at: number): Found {
  for (; at < parts.length; at++) {
    if (isArray(value)) {
      const found: Value[] = [];
      for (const element of value) {
        const inner = isDoc(element) ? valueAt(element, parts, at) : undefined;
        if (inner !== undefined) found.push(inner);
      }
      return found;
    }
    if (!isDoc(value)) return undefined;
    value = value.get(parts[at] as string);
  }
  return value;
}

function checkName(name: string): string {
  if (name === '') throw new StoreError(15998, 'FieldPath field names may not be empty strings.');
  if (name.startsWith('$')) {
    const message = `FieldPath field names may not start with '$'. Consider using $getField or $setField.`;
    throw new StoreError(16410, message);
  }
  if (name.includes('\0')) throw new StoreError(16411, `FieldPath field names may not contain '\\0'.`);
  return name;
}

/** The parts of a dotted path. Throws MongoDB's errors for an invalid one. */
export function fieldPath(path: string): string[] {
  if (path === '') throw new StoreError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new StoreError(40353, `FieldPath must not end with a '.'.`);
  return path.split('.').map(checkName);
}
