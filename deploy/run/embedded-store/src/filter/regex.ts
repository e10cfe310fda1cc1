/**
 * Regular expressions as MongoDB (PCRE) understands them. The engine that JavaScript has is the fastest for most; but it
 * tries one way after the other, and may have no end of them to try. What could take it long is asked of `LinearTest`
 * instead, and what that cannot say is refused.
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

/** As many steps may one text take that is tried way after way, and where nothing else can try it. */
const STEPS = 5_000_000;
const MOST_STEPS = 20_000_000;
/** PCRE takes no longer patterns. */
const MOST_CHARACTERS = 32_764;

const invalid = (why: unknown) =>
  new StoreError(51091, `Regular expression is invalid: ${why instanceof Error ? why.message : String(why)}`);

/** A regular expression that keeps nobody waiting, whatever it is and whatever text it is asked of. */
export class BoundedRegex {
  private readonly compiled: RegExp;
  private readonly tree: Tree;
  /** Texts up to this length are tried by the engine of JavaScript. */
  private readonly longest: number;
  private linear: LinearTest | undefined;

  /**
   * Reads a pattern with its options (i, m, s, x, u) in Unicode mode, which refuses what it does not know instead of
   * reading it as something else. Throws 51108 for an unknown option, 51091 for a pattern that cannot be read.
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
