import { isDoc, type Doc, type Value } from '../values/values.js';

/** A value as a literal: plain objects represent documents. */
export type Plain = Value | readonly Plain[] | { readonly [name: string]: Plain };

/** A value from a literal: plain objects become documents. */
export function value(plain: Plain): Value {
  if (Array.isArray(plain)) return plain.map(value);
  if (Object.getPrototypeOf(plain ?? 0) !== Object.prototype) return plain as Value;
  return new Map(Object.entries(plain as Record<string, Plain>).map(([name, field]) => [name, value(field)]));
}

/** A document from a literal. Throws if it is not an object. */
export function doc(plain: Record<string, Plain>): Doc {
  const made = value(plain);
  if (!isDoc(made)) throw new Error('not a document');
  return made;
}
