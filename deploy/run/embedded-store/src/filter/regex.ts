/**
 * MongoDB's (PCRE) regular expressions, protected against ReDoS. JavaScript's engine is the fastest for most, but it
 * backtracks, which can take exponential time. Texts for which that could take too long are matched by the linear-time
 * `LinearTest` instead; expressions that it does not support are rejected.
 */
import { StoreError } from '../values/errors.js';
import type { BSONRegExp } from '../values/values.js';
import { LinearTest } from './regex-linear.js';
import {
  TEXT_END,
  TEXT_FINAL_END,
  TEXT_START,
  isTangled,
  longestText,
  needsBacktracking,
  readTree,
  type Tree,
} from './regex-tree.js';

const ESCAPES: Record<string, string> = {
  A: TEXT_START,
  z: TEXT_END,
  Z: TEXT_FINAL_END,
  h: '[ \\t]',
  e: '\\x1b',
  a: '\\x07',
};
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;

/** Backtracking budget per text: before falling back to `LinearTest`, and where there is no fallback. */
const STEPS = 5_000_000;
const MOST_STEPS = 20_000_000;
/** PCRE's limit on the length of a pattern. */
const MOST_CHARACTERS = 32_764;

const invalid = (why: unknown) =>
  new StoreError(51091, `Regular expression is invalid: ${why instanceof Error ? why.message : String(why)}`);

/** A regular expression whose matching time is bounded for any pattern and any text. */
export class BoundedRegex {
  private readonly compiled: RegExp;
  private readonly tree: Tree;
  /** Texts up to this length are matched by JavaScript's engine. */
  private readonly longest: number;
  private linear: LinearTest | undefined;

  /**
   * Compiles a pattern with its options (i, m, s, x, u) in Unicode mode, which rejects unknown syntax instead of
   * reinterpreting it. Throws 51108 for an unknown option, 51091 for an invalid or unsupported pattern.
   */
  constructor({ pattern, options }: BSONRegExp) {
    if (pattern.length > MOST_CHARACTERS) throw invalid('Regular expression is too long');
    const inline = /^\(\?([imsx]+)\)/.exec(pattern);
    if (inline) {
      options += inline[1] as string;
      pattern = pattern.slice(inline[0].length);
    }
    const unknown = /[^imsxu]/.exec(options);
    if (unknown) throw new StoreError(51108, `invalid flag in regex options: ${unknown[0]}`);
    const flags = [...new Set(options)].filter((flag) => 'ims'.includes(flag)).join('');
    try {
      this.compiled = new RegExp(translate(pattern, options), `${flags}u`);
      this.tree = readTree(this.compiled.source, flags.includes('m'));
    } catch (error) {
      throw invalid(error);
    }
    if (needsBacktracking(this.tree) && isTangled(this.tree)) {
      throw invalid('look-around and back-references beside repeated groups are not supported by this store');
    }
    this.longest = longestText(this.tree, needsBacktracking(this.tree) ? MOST_STEPS : STEPS);
  }

  test(text: string): boolean {
    if (text.length <= this.longest) return this.compiled.test(text);
    if (needsBacktracking(this.tree)) throw this.tooLong(text);
    try {
      this.linear ??= new LinearTest(this.tree, this.compiled.flags);
      return this.linear.test(text);
    } catch (error) {
      throw this.tooLong(text, error);
    }
  }

  private tooLong(text: string, why?: unknown): StoreError {
    const reason = why instanceof Error ? `: ${why.message}` : '';
    return new StoreError(
      'OperationFailed',
      `the regular expression /${this.compiled.source}/ is not tried on a text of ${String(text.length)} characters by this store, for that could take too long${reason}`,
    );
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

/** The literal prefix of an anchored pattern, from which index bounds can be derived; undefined if it has none. */
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
