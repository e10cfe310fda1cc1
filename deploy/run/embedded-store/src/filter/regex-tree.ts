/**
 * Parses a regular expression to a syntax tree and estimates the cost of backtracking (ReDoS). The source has already been
 * accepted by JavaScript's engine in Unicode mode, so the parser does not have to validate it.
 */

export type Tree =
  /** One character: a literal, an escape, a class or the dot, as its own source. */
  | { op: 'character'; source: string }
  | { op: 'assert'; kind: Assertion }
  | { op: 'sequence' | 'choice'; parts: Tree[] }
  | { op: 'repeat'; body: Tree; least: number; most: number }
  /** A lookahead or lookbehind. */
  | { op: 'look'; body: Tree }
  /** A back-reference, or inline flags. */
  | { op: 'other' };

export type Assertion = 'start' | 'end' | 'finalEnd' | 'lineStart' | 'lineEnd' | 'word' | 'noWord';

/** PCRE's \A, \z and \Z (start and end of the text whatever the flags), which JavaScript does not have. */
export const TEXT_START = '(?<![\\s\\S])';
export const TEXT_END = '(?![\\s\\S])';
export const TEXT_FINAL_END = `(?=\\n?${TEXT_END})`;

const ENDS: ReadonlyArray<[string, Assertion]> = [
  [TEXT_START, 'start'],
  [TEXT_END, 'end'],
  [TEXT_FINAL_END, 'finalEnd'],
];
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const ESCAPE =
  /\\(?:u\{[\da-fA-F]+\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|[\s\S])/uy;
const LOOK = /\(\?(?:=|!|<=|<!)/y;
const GROUP = /\((?:\?:|\?<[^>=!][^>]*>|(?!\?))/y;
/** PCRE's limit on nested parentheses. */
const MOST_DEPTH = 250;

/** Parses the source of a compiled expression. Throws if parentheses are nested too deeply. */
export function readTree(source: string, isMultiline: boolean): Tree {
  let at = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) at = pattern.lastIndex;
    return match;
  };

  function choice(depth: number): Tree {
    if (depth > MOST_DEPTH) throw new Error('parentheses are too deeply nested');
    const parts = [sequence(depth)];
    while (source[at] === '|') {
      at++;
      parts.push(sequence(depth));
    }
    return parts.length === 1 ? (parts[0] as Tree) : { op: 'choice', parts };
  }

  function sequence(depth: number): Tree {
    const parts: Tree[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      parts.push(repeated(term(depth)));
    }
    return parts.length === 1 ? (parts[0] as Tree) : { op: 'sequence', parts };
  }

  function repeated(body: Tree): Tree {
    const match = take(QUANTIFIER);
    if (!match) return body;
    const [, sign, least, comma, most] = match;
    if (sign !== undefined) {
      return { op: 'repeat', body, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    }
    const from = Number(least);
    return {
      op: 'repeat',
      body,
      least: from,
      most: comma === '' ? from : most === '' ? Infinity : Number(most),
    };
  }

  function term(depth: number): Tree {
    for (const [written, kind] of ENDS) {
      if (!source.startsWith(written, at)) continue;
      at += written.length;
      return { op: 'assert', kind };
    }
    const char = source[at];
    if (char === '(') {
      const isLook = take(LOOK) !== null;
      const isGroup = isLook || take(GROUP) !== null;
      // Any other character after (? starts inline flags.
      if (!isGroup) at++;
      const body = choice(depth + 1);
      at++;
      if (isLook) return { op: 'look', body };
      return isGroup ? body : { op: 'other' };
    }
    if (char === '^' || char === '$') {
      at++;
      if (isMultiline) return { op: 'assert', kind: char === '^' ? 'lineStart' : 'lineEnd' };
      return { op: 'assert', kind: char === '^' ? 'start' : 'end' };
    }
    const start = at;
    if (char === '[') at = classEnd(source, at);
    else if (take(ESCAPE)) {
      const next = source[start + 1] as string;
      if (next === 'b') return { op: 'assert', kind: 'word' };
      if (next === 'B') return { op: 'assert', kind: 'noWord' };
      if (next === 'k' || (next >= '1' && next <= '9')) return { op: 'other' };
    } else at += String.fromCodePoint(source.codePointAt(at) as number).length;
    return { op: 'character', source: source.slice(start, at) };
  }

  return choice(0);
}

function classEnd(source: string, at: number): number {
  for (let i = at + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === ']') return i + 1;
  }
  return source.length;
}

/** Upper bound of the cost of backtracking on a text of n characters: `ways` times n to the power of `peak`. */
interface Effort {
  /** Loops for each of whose iterations the rest of the expression is retried. */
  loops: number;
  peak: number;
  ways: number;
  /** Repeats a body that itself can match in several ways, so the cost may be exponential, as in (a+)+. */
  tangled: boolean;
}

const NONE: Effort = { loops: 0, peak: 0, ways: 1, tangled: false };

function inSequence(efforts: Effort[]): Effort {
  let sum = NONE;
  for (const { loops, peak, ways, tangled } of efforts) {
    sum = {
      loops: sum.loops + loops,
      peak: Math.max(sum.peak, sum.loops + peak),
      ways: sum.ways * ways,
      tangled: sum.tangled || tangled,
    };
  }
  return sum;
}

const amongChoices = (efforts: Effort[]): Effort => ({
  loops: Math.max(...efforts.map(({ loops }) => loops)),
  peak: Math.max(...efforts.map(({ peak }) => peak)),
  ways: efforts.reduce((sum, { ways }) => sum + ways, 0),
  tangled: efforts.some(({ tangled }) => tangled),
});

/** Whether it matches in at most one way, and has a fixed length. */
const isPlain = (tree: Tree): boolean =>
  tree.op === 'character' || tree.op === 'assert' || (tree.op === 'sequence' && tree.parts.every(isPlain));

function effortOf(tree: Tree): Effort {
  switch (tree.op) {
    case 'character':
    case 'assert':
      return NONE;
    case 'other':
      return { ...NONE, loops: 1, peak: 1 };
    case 'sequence':
      return inSequence(tree.parts.map(effortOf));
    case 'choice':
      return amongChoices(tree.parts.map(effortOf));
    case 'look':
      return { ...effortOf(tree.body), loops: 0 };
    case 'repeat': {
      const { body, least, most } = tree;
      const inner = effortOf(body);
      if (isPlain(body)) {
        return most === Infinity ? { ...NONE, loops: 1, peak: 1 } : { ...NONE, ways: most - least + 1 };
      }
      if (most <= 1) return { ...inner, ways: inner.ways + (most - least) };
      return { ...inner, tangled: true };
    }
  }
}

const beginsAtStart = (tree: Tree): boolean => {
  if (tree.op === 'assert') return tree.kind === 'start';
  if (tree.op === 'choice') return tree.parts.every(beginsAtStart);
  const [first] = tree.op === 'sequence' ? tree.parts : [];
  return first !== undefined && beginsAtStart(first);
};

/** Length of the expression with bounded repetitions expanded: the maximum number of comparisons per position. */
function widthOf(tree: Tree): number {
  switch (tree.op) {
    case 'character':
    case 'assert':
    case 'other':
      return 1;
    case 'look':
      return widthOf(tree.body);
    case 'repeat':
      return widthOf(tree.body) * Math.max(1, tree.most === Infinity ? tree.least : tree.most);
    default:
      return tree.parts.reduce((sum, part) => sum + widthOf(part), 0);
  }
}

/** Text length for which even exponential backtracking is fast. */
const SHORT = 16;
/** A negligible number of steps per character. */
const FEW_STEPS = 1000;

/** The longest text for which backtracking takes at most so many steps; Infinity if any text does. */
export function longestText(tree: Tree, steps: number): number {
  const { peak, ways, tangled } = effortOf(tree);
  if (tangled) return SHORT;
  const power = peak + (beginsAtStart(tree) ? 0 : 1);
  const each = ways * widthOf(tree);
  if (power <= 1 && each <= FEW_STEPS) return Infinity;
  return Math.max(SHORT, Math.floor((steps / each) ** (1 / Math.max(1, power))));
}

/** Whether the tree has lookaround, back-references or inline flags, which only a backtracking engine supports. */
export function needsBacktracking(tree: Tree): boolean {
  if (tree.op === 'look' || tree.op === 'other') return true;
  if (tree.op === 'repeat') return needsBacktracking(tree.body);
  return (tree.op === 'sequence' || tree.op === 'choice') && tree.parts.some(needsBacktracking);
}

/** Whether it repeats something that can match in several ways, so that backtracking may be exponential. */
export const isTangled = (tree: Tree): boolean => effortOf(tree).tangled;
