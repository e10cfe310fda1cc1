/** Regular expressions as MongoDB (PCRE) understands them, on the engine that JavaScript has. */
import { StoreError } from '../values/errors.js';
import type { BSONRegExp } from '../values/values.js';

const END = '(?![\\s\\S])';
const ESCAPES: Record<string, string> = {
  A: '(?<![\\s\\S])',
  z: END,
  Z: `(?=\\n?${END})`,
  h: '[ \\t]',
  e: '\\x1b',
  a: '\\x07',
};
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;

/**
 * A pattern with its options (i, m, s, x, u) as a RegExp in Unicode mode, which refuses what it does not know instead
 * of reading it as something else. Throws 51108 for an unknown option, 51091 for a pattern that cannot be read.
 */
export function compileRegex(regex: BSONRegExp): RegExp {
  let { pattern, options } = regex;
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  if (inline) {
    options += inline[1];
    pattern = pattern.slice(inline[0].length);
  }
  const unknown = /[^imsxu]/.exec(options);
  if (unknown) throw new StoreError(51108, `invalid flag in regex options: ${unknown[0]}`);
  const flags = [...new Set(options)].filter((flag) => 'ims'.includes(flag)).join('');
  try {
    return new RegExp(translate(pattern, options), `${flags}u`);
  } catch (error) {
    throw new StoreError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

function translate(pattern: string, options: string): string {
  const extended = options.includes('x');
  let out = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === '\\') {
      const next = pattern[++i] ?? '';
      if (next === '') return `${out}\\`;
      if (!inClass && next in ESCAPES) out += ESCAPES[next];
      else if (inClass && next === 'h') out += ' \\t';
      else if (/[\w]/.test(next) || SYNTAX.test(next) || (inClass && next === '-')) out += char + next;
      else out += next;
    } else if (inClass) {
      if (char === '[' && pattern[i + 1] === ':')
        throw new Error(`POSIX classes are not supported: ${pattern}`);
      out += char === '[' ? '\\[' : char;
      if (char === ']') inClass = false;
    } else if (char === '[') {
      inClass = true;
      out += char;
      if (pattern[i + 1] === '^') out += pattern[++i];
      if (pattern[i + 1] === ']') {
        out += '\\]';
        i++;
      }
    } else if (extended && /\s/.test(char)) continue;
    else if (extended && char === '#') while (i + 1 < pattern.length && pattern[i + 1] !== '\n') i++;
    else if (char === '{' && !/^\{\d+(,\d*)?\}/.test(pattern.slice(i))) out += '\\{';
    else if (char === '}' && !/\{\d+(,\d*)?$/.test(pattern.slice(0, i))) out += '\\}';
    else if (char === ']') out += '\\]';
    else if (char === '$' && !options.includes('m')) out += ESCAPES['Z'];
    else if (char === '(' && pattern.startsWith('(?P<', i)) {
      out += '(?<';
      i += 3;
    } else out += char;
  }
  return out;
}

/** The text that everything matching must begin with, where the pattern says so: what an index range can be made of. */
export function literalPrefix(regex: BSONRegExp): { prefix: string; whole: boolean } | undefined {
  if (/[imx]/.test(regex.options)) return undefined;
  const { pattern } = regex;
  if (!pattern.startsWith('^') || pattern.includes('|')) return undefined;
  let prefix = '';
  let i = 1;
  for (; i < pattern.length; i++) {
    let char = pattern[i] as string;
    if (char === '\\') {
      char = pattern[i + 1] ?? '';
      if (char === '' || /\w/.test(char)) break;
      if ('?*{'.includes(pattern[i + 2] ?? '-')) break;
      i++;
    } else if ('^$.*+?()[]{}|'.includes(char) || '?*{'.includes(pattern[i + 1] ?? '-')) break;
    prefix += char;
  }
  const rest = pattern.slice(i);
  return prefix === '' ? undefined : { prefix, whole: rest === '' || rest === '.*' };
}
