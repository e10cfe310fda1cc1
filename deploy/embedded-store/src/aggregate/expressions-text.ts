/** String operators of expressions. */
import { coerceToString } from './expressions-convert.js';
import { StoreError } from '../values/errors.js';
import { int32, isNullish, many, one, two, compileNamed, namedArguments } from './operators.js';
import type { Operator, Operators } from './operators.js';
import { compareStrings, describe, isNumber, toNumber, typeNameOf, type Found } from '../values/values.js';

function concat(values: Found[], name: string): Found {
  let text = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string') {
      throw new StoreError(16702, `${name} only supports strings, not ${typeNameOf(value)}`);
    }
    text += value;
  }
  return text;
}

// MongoDB changes the case of ASCII letters alone.
const upper = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const lower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function substrCP([value, start, count]: Found[], name: string): Found {
  const text = coerceToString(value);
  const from = int32(start, `${name}: starting index`, [34450, 34451]);
  const length = int32(count, `${name}: length`, [34452, 34453]);
  if (length < 0) throw new StoreError(34454, `${name}: length must be a nonnegative integer.`);
  if (from < 0) throw new StoreError(34455, `${name}: the starting index must be nonnegative integer.`);
  return Array.from(text)
    .slice(from, from + length)
    .join('');
}

const continues = (bytes: Buffer, at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;

function substrBytes([value, start, count]: Found[], name: string): Found {
  const bytes = Buffer.from(coerceToString(value));
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

const length = (code: number, measure: (text: string) => number) =>
  one((value, name) => {
    if (typeof value === 'string') return measure(value);
    throw new StoreError(code, `${name} requires a string argument, found: ${typeNameOf(value)}`);
  });

function split(value: Found, separator: Found, name: string): Found {
  if (isNullish(value) || isNullish(separator)) return null;
  const requires = `${name} requires an expression that evaluates to a string as a`;
  if (typeof value !== 'string') {
    throw new StoreError(40085, `${requires} first argument, found: ${typeNameOf(value)}`);
  }
  if (typeof separator !== 'string') {
    throw new StoreError(40086, `${requires} second argument, found: ${typeNameOf(separator)}`);
  }
  if (separator === '') throw new StoreError(40087, `${name} requires a non-empty separator`);
  return value.split(separator);
}

const WHITESPACE = [
  ...'\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
];

const trim =
  (left: boolean, right: boolean): Operator =>
  (argument, scope, name) => {
    const codes = [50696, 50694, 50695] as const;
    const given = namedArguments(name, argument, { required: ['input'], optional: ['chars'], codes });
    const { input, chars } = compileNamed(given, scope, ['input', 'chars']);
    return (doc) => {
      const text = input(doc);
      const characters = given.has('chars') ? chars(doc) : '';
      if (isNullish(text) || isNullish(characters)) return null;
      if (typeof text !== 'string') {
        const got = `got ${describe(text)} (of type ${typeNameOf(text)}) instead.`;
        throw new StoreError(50699, `${name} requires its input to be a string, ${got}`);
      }
      if (typeof characters !== 'string') {
        const got = `got ${describe(characters)} (of type ${typeNameOf(characters)}) instead.`;
        throw new StoreError(50700, `${name} requires 'chars' to be a string, ${got}`);
      }
      const removed = new Set(given.has('chars') ? characters : WHITESPACE);
      const points = Array.from(text);
      let start = 0;
      let end = points.length;
      if (left) while (start < end && removed.has(points[start] as string)) start++;
      if (right) while (end > start && removed.has(points[end - 1] as string)) end--;
      return points.slice(start, end).join('');
    };
  };

/** `$indexOfCP` and `$indexOfBytes`, which count in code points and in bytes. */
const indexOf = (codes: readonly [first: number, second: number], countUnits: (text: string) => number) =>
  many(2, 4, ([text, sought, ...bounds], name) => {
    if (isNullish(text)) return null;
    if (typeof text !== 'string') {
      throw new StoreError(
        codes[0],
        `${name} requires a string as the first argument, found: ${typeNameOf(text)}`,
      );
    }
    if (typeof sought !== 'string') {
      throw new StoreError(
        codes[1],
        `${name} requires a string as the second argument, found: ${typeNameOf(sought)}`,
      );
    }
    const [start = 0, end = countUnits(text)] = searchBounds(bounds, name);
    if (start > end) return -1;
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const index = countUnits(text.slice(0, at));
      if (index + countUnits(sought) > end) return -1;
      if (index >= start) return index;
      if (at >= text.length) return -1;
    }
    return -1;
  });

/** The start and the end of a search as numbers that are not negative. */
export function searchBounds(bounds: readonly Found[], name: string): number[] {
  return bounds.map((bound, i) => {
    const which = i === 0 ? 'starting' : 'ending';
    const index = int32(bound, `${name}: ${which} index`, [40096, 40096]);
    if (index >= 0) return index;
    throw new StoreError(40097, `${name} requires a nonnegative ${which} index, found: ${index}`);
  });
}

/** `$replaceOne` and `$replaceAll`. */
const replace =
  (all: boolean): Operator =>
  (argument, scope, name) => {
    const required = ['input', 'find', 'replacement'] as const;
    const missing = { input: 51749, find: 51748, replacement: 51747 };
    namedArguments(name, argument, { required, codes: [51751, 51750, missing] });
    const parts = compileNamed(argument as Map<string, never>, scope, required);
    const codes = { input: 51746, find: 51745, replacement: 51744 };
    return (doc) => {
      const values = required.map((part) => {
        const value = parts[part](doc);
        if (isNullish(value) || typeof value === 'string') return value;
        const message = `${name} requires that '${part}' be a string, found: ${describe(value)}`;
        throw new StoreError(codes[part], message);
      });
      const [input, find, replacement] = values;
      if (typeof input !== 'string' || typeof find !== 'string' || typeof replacement !== 'string')
        return null;
      return all ? input.replaceAll(find, () => replacement) : input.replace(find, () => replacement);
    };
  };

const codePoints = (text: string): number => {
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
};

export const TEXT: Operators = {
  $concat: many(0, Infinity, concat),
  $toUpper: one((value) => upper(coerceToString(value))),
  $toLower: one((value) => lower(coerceToString(value))),
  $substr: many(3, 3, substrBytes),
  $substrBytes: many(3, 3, substrBytes),
  $substrCP: many(3, 3, substrCP),
  $strLenCP: length(34471, codePoints),
  $strLenBytes: length(34473, (text) => Buffer.byteLength(text)),
  $split: two(split),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $indexOfCP: indexOf([40093, 40094], codePoints),
  $indexOfBytes: indexOf([40091, 40092], (text) => Buffer.byteLength(text)),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
  $strcasecmp: two((a, b) => Math.sign(compareStrings(upper(coerceToString(a)), upper(coerceToString(b))))),
};
