/** Test helpers: values as literals, and the formatting of results of expressions and stages. */
import { StoreError } from '../values/errors.js';
import { compileExpression } from './expressions.js';
import { Double, describe, isDoc, typeNameOf, type Doc, type Found, type Value } from '../values/values.js';

type Plain = Value | undefined | readonly Plain[] | { readonly [name: string]: Plain };

const isList = (plain: Plain): plain is readonly Plain[] => Array.isArray(plain);

/** A value as a JavaScript literal: objects become documents, fractions doubles. Integral doubles need `double`. */
export function value(plain: Plain): Value {
  if (typeof plain === 'number')
    return Number.isInteger(plain) && !Object.is(plain, -0) ? plain : new Double(plain);
  if (isList(plain)) return plain.map(value);
  if (plain === null || typeof plain !== 'object') return plain ?? null;
  if (Object.getPrototypeOf(plain) !== Object.prototype) return plain as Value;
  return new Map(
    Object.entries(plain as { readonly [name: string]: Plain }).map(([name, entry]) => [name, value(entry)]),
  );
}

export function doc(plain: Plain): Doc {
  const document = value(plain);
  if (!isDoc(document)) throw new Error('not a document');
  return document;
}

export const double = (number: number): Double => new Double(number);

export const evaluate = (expression: Plain, document: Plain = {}): Found =>
  compileExpression(value(expression))(doc(document));

/** Formats a value with its numeric type: `int 1`, `double 1.5`. */
export function shown(found: Found): string {
  if (found === undefined) return 'missing';
  if (isDoc(found)) return `{${[...found].map(([name, field]) => `${name}: ${shown(field)}`).join(', ')}}`;
  if (Array.isArray(found)) return `[${found.map((element: Value) => shown(element)).join(', ')}]`;
  if (found instanceof Date) return found.toISOString();
  if (typeof found === 'string') return JSON.stringify(found);
  const type = typeNameOf(found);
  if (found instanceof Double) return `double ${Object.is(found.value, -0) ? '-0' : found.value}`;
  return type === 'int' || type === 'long' ? `${type} ${describe(found)}` : describe(found);
}

export type Row = readonly [expression: Plain, expected: Plain, document?: Plain];

/** The result of a row: the value, or `error <code>`. */
function outcome(expression: Plain, document: Plain): string {
  try {
    return shown(evaluate(expression, document));
  } catch (error) {
    if (error instanceof StoreError) return `error ${error.code}`;
    throw error;
  }
}

const written = (plain: Plain): string =>
  typeof plain === 'string' && /^(error \d+|missing)$/.test(plain) ? plain : shown(value(plain));

/** One test per row: an expression, its expected result, and the document it is evaluated on. */
export function cases(rows: readonly Row[]): void {
  it.each(
    rows.map(([expression, expected, document = {}]) => ({
      text: `${shown(value(expression))} of ${shown(value(document))}`,
      expression,
      document,
      expected: written(expected),
    })),
  )('$text is $expected', ({ expression, document, expected }) => {
    expect(outcome(expression, document)).toBe(expected);
  });
}
