/** How the tests of expressions and stages write values, and how they state what comes out. */
import { StoreError } from '../values/errors.js';
import { compileExpression } from './expressions.js';
import { Double, describe, isDoc, typeNameOf, type Doc, type Found, type Value } from '../values/values.js';

type Plain = Value | undefined | readonly Plain[] | { readonly [name: string]: Plain };

const isList = (plain: Plain): plain is readonly Plain[] => Array.isArray(plain);

/** A value as JavaScript writes it: objects become documents, fractions doubles. Whole doubles take `double`. */
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

/** A value with its numeric types in sight: `int 1`, `double 1.5`. */
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

/** What a row gives: the value, or `error <code>`. */
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

/** One test for each row: an expression, what it is, and the document it is asked of. */
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
