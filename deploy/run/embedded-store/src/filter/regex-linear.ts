/**
 * A linear-time regular expression matcher: it simulates an NFA (Thompson's construction) in one pass over the text,
 * following all alternatives at once instead of backtracking, so time is at most text length times pattern length.
 *
 * The sets of NFA states met are cached as the states of a DFA that is built lazily.
 */
import type { Assertion, Tree } from './regex-tree.js';

type Step =
  | { op: 'character'; atom: number; next: number }
  | { op: 'either'; next: number; other: number }
  | { op: 'assert'; kind: Assertion; next: number }
  | { op: 'match' };

/** The class of the preceding character, for assertions (anchors and word boundaries). */
const START = 0;
const LINE_END = 1;
const WORD = 2;
const OTHER = 3;

/** Pseudo characters: the end of the text; a line feed that is the last character. */
const OVER = -1;
const FINAL_LINE_END = -2;

interface Place {
  /** A DFA state: the class of the preceding character, and the set of NFA states (steps). */
  before: number;
  steps: readonly number[];
  /** Transitions by character: to another state, or (null) to a match. */
  leads: Map<number, Place | null>;
}

const MOST_STEPS = 10_000;
const MOST_PLACES = 1000;
const MOST_LEADS = 20_000;
/** Work limit per text. */
const MOST_WORK = 20_000_000;

const LINE_ENDS = [0x0a, 0x0d, 0x2028, 0x2029];

export class LinearTest {
  private readonly steps: Step[] = [];
  private readonly atoms: RegExp[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly word: RegExp;
  private readonly first: number;
  private places = new Map<string, Place>();
  private leads = 0;

  /** Throws if the expression is too long with its bounded repetitions expanded. */
  constructor(
    tree: Tree,
    private readonly flags: string,
  ) {
    this.word = this.regex('\\w');
    this.first = this.add(tree, this.push({ op: 'match' }));
  }

  private regex(source: string): RegExp {
    return new RegExp(`^(?:${source})$`, `u${this.flags.replace(/[^is]/g, '')}`);
  }

  private push(step: Step): number {
    if (this.steps.length >= MOST_STEPS) throw new Error('it is too long with its repetitions written out');
    return this.steps.push(step) - 1;
  }

  private atom(source: string): number {
    const known = this.numbers.get(source);
    if (known !== undefined) return known;
    const number = this.atoms.push(this.regex(source)) - 1;
    this.numbers.set(source, number);
    return number;
  }

  /** Adds NFA states for a tree that continue at `next`; returns the initial one. */
  private add(tree: Tree, next: number): number {
    switch (tree.op) {
      case 'character':
        return this.push({ op: 'character', atom: this.atom(tree.source), next });
      case 'assert':
        return this.push({ op: 'assert', kind: tree.kind, next });
      case 'sequence':
        return tree.parts.reduceRight((behind, part) => this.add(part, behind), next);
      case 'choice':
        return tree.parts
          .map((part) => this.add(part, next))
          .reduce((other, begin) => this.push({ op: 'either', next: begin, other }));
      case 'repeat':
        return this.addRepeat(tree, next);
      default:
        throw new Error('it looks around or refers back');
    }
  }

  private addRepeat({ body, least, most }: Tree & { op: 'repeat' }, next: number): number {
    let begin = next;
    if (most === Infinity) {
      const loop: Step = { op: 'either', next, other: next };
      begin = this.push(loop);
      loop.next = this.add(body, begin);
    } else {
      for (let i = least; i < most; i++)
        begin = this.push({ op: 'either', next: this.add(body, begin), other: next });
    }
    for (let i = 0; i < least; i++) begin = this.add(body, begin);
    return begin;
  }

  /** Whether the text contains a match. Throws if the work limit is exceeded. */
  test(text: string): boolean {
    let work = 0;
    let place = this.place(START, [this.first]);
    for (let at = 0; ;) {
      const code = text.codePointAt(at);
      const isLast = code === 0x0a && at + 1 === text.length;
      const sign = code === undefined ? OVER : isLast ? FINAL_LINE_END : code;
      let lead = place.leads.get(sign);
      work++;
      if (lead === undefined) {
        lead = this.lead(place, sign);
        work += this.steps.length;
        if (work > MOST_WORK) throw new Error('it takes too long');
      }
      if (lead === null) return true;
      if (code === undefined) return false;
      place = lead;
      at += code > 0xffff ? 2 : 1;
    }
  }

  private place(before: number, steps: number[]): Place {
    const name = `${String(before)}:${steps.sort((a, b) => a - b).join()}`;
    let place = this.places.get(name);
    if (!place) {
      if (this.places.size >= MOST_PLACES || this.leads >= MOST_LEADS) {
        this.places = new Map();
        this.leads = 0;
      }
      place = { before, steps, leads: new Map() };
      this.places.set(name, place);
    }
    return place;
  }

  /** Computes and caches the transition from a state for a (pseudo) character. */
  private lead(place: Place, sign: number): Place | null {
    const code = sign === FINAL_LINE_END ? 0x0a : sign;
    const char = sign === OVER ? '' : String.fromCodePoint(code);
    const isWord = char !== '' && this.word.test(char);
    const isLineEnd = LINE_ENDS.includes(code);
    const holds = (kind: Assertion): boolean => {
      switch (kind) {
        case 'start':
          return place.before === START;
        case 'end':
          return sign === OVER;
        case 'finalEnd':
          return sign === OVER || sign === FINAL_LINE_END;
        case 'lineStart':
          return place.before === START || place.before === LINE_END;
        case 'lineEnd':
          return sign === OVER || isLineEnd;
        case 'word':
          return (place.before === WORD) !== isWord;
        case 'noWord':
          return (place.before === WORD) === isWord;
      }
    };
    const next = new Set([this.first]);
    const seen = new Set<number>();
    const open = [...place.steps];
    let result: Place | null | undefined;
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (seen.has(number)) continue;
      seen.add(number);
      const step = this.steps[number] as Step;
      if (step.op === 'match') {
        result = null;
        break;
      }
      if (step.op === 'character') {
        if (char !== '' && this.atoms[step.atom]?.test(char) === true) next.add(step.next);
      } else if (step.op === 'either') open.push(step.other, step.next);
      else if (holds(step.kind)) open.push(step.next);
    }
    result ??= result === null ? null : this.place(isWord ? WORD : isLineEnd ? LINE_END : OTHER, [...next]);
    place.leads.set(sign, result);
    this.leads++;
    return result;
  }
}
