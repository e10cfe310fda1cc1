/** `$regexMatch`, `$regexFind` and `$regexFindAll`. */
import { StoreError } from '../values/errors.js';
import { compileNamed, isNullish, namedArguments, type Operator, type Operators } from './operators.js';
import { BoundedRegex } from '../query/regex.js';
import { BSONRegExp, typeNameOf, type Found, type Value } from '../values/values.js';

function pattern(regex: Found, options: Found, name: string): BSONRegExp {
  if (!isNullish(options) && typeof options !== 'string') {
    throw new StoreError(51106, `${name} needs 'options' to be of type string`);
  }
  const flags = typeof options === 'string' ? options : '';
  if (regex instanceof BSONRegExp) {
    if (flags === '') return regex;
    if (regex.options === '') return new BSONRegExp(regex.pattern, flags);
    throw new StoreError(
      51107,
      `${name} found regex option(s) specified in both 'regex' and 'option' fields`,
    );
  }
  if (typeof regex === 'string') {
    if (/[^imsxu]/.test(flags))
      throw new StoreError(51108, `${name} invalid flag in regex options: ${flags}`);
    return new BSONRegExp(regex, flags);
  }
  throw new StoreError(51105, `${name} needs 'regex' to be of type string or regex`);
}

/** A search over matches: `find` receives the text and the compiled pattern, `none` answers for null. */
const search =
  (none: () => Value, find: (text: string, regex: BoundedRegex) => Value): Operator =>
  (argument, scope, name) => {
    const codes = [51103, 31024, { input: 31022, regex: 31023 }] as const;
    const given = namedArguments(name, argument, {
      required: ['input', 'regex'],
      optional: ['options'],
      codes,
    });
    const { input, regex, options } = compileNamed(given, scope, ['input', 'regex', 'options']);
    // Patterns are mostly constant: the last one stays compiled.
    let last: { pattern: string; flags: string; compiled: BoundedRegex } | undefined;
    return (doc) => {
      const text = input(doc);
      const source = regex(doc);
      if (!isNullish(text) && typeof text !== 'string') {
        throw new StoreError(51104, `${name} needs 'input' to be of type string, found: ${typeNameOf(text)}`);
      }
      if (isNullish(source)) return none();
      const wanted = pattern(source, options(doc), name);
      if (isNullish(text)) return none();
      if (last === undefined || last.pattern !== wanted.pattern || last.flags !== wanted.options) {
        last = {
          pattern: wanted.pattern,
          flags: wanted.options,
          compiled: new BoundedRegex(wanted),
        };
      }
      return find(text, last.compiled);
    };
  };

function describeMatch(text: string, match: RegExpExecArray): Value {
  return new Map<string, Value>([
    ['match', match[0]],
    ['idx', Array.from(text.slice(0, match.index)).length],
    ['captures', match.slice(1).map((capture: string | undefined) => capture ?? null)],
  ]);
}

export const REGEX: Operators = {
  $regexMatch: search(
    () => false,
    (text, regex) => regex.test(text),
  ),
  $regexFind: search(
    () => null,
    (text, regex) => {
      for (const match of regex.matches(text)) return describeMatch(text, match);
      return null;
    },
  ),
  $regexFindAll: search(
    () => [],
    (text, regex) => Array.from(regex.matches(text), (match) => describeMatch(text, match)),
  ),
};
