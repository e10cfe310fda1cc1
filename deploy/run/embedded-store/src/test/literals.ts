/** BSON values from literals in tests: objects become documents, fractions doubles, other values stay unchanged. */
import { Double, isDoc, type Doc, type Value } from '../values/values.js';

export type Literal = Value | readonly Literal[] | { readonly [name: string]: Literal };
export type DocLiteral = Readonly<Record<string, Literal>>;

export function value(literal: Literal): Value {
  if (Array.isArray(literal)) return literal.map((element: Literal) => value(element));
  if (typeof literal === 'number' && !Number.isInteger(literal)) return new Double(literal);
  if (Object.getPrototypeOf(literal ?? 0) !== Object.prototype) return literal as Value;
  return new Map(
    Object.entries(literal as Record<string, Literal>).map(([name, field]) => [name, value(field)]),
  );
}

export function doc(literal: DocLiteral): Doc {
  const made = value(literal);
  if (!isDoc(made)) throw new Error('not a document');
  return made;
}
