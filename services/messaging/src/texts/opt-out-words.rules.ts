import type { WordedRange } from '@crm/contracts/customers/contact.js';
import { isMisspelt } from './misspelling.rules.js';
import { channelsClosed, remaindersOf, type ClosedChannel } from './other-channel.rules.js';
import { phrases } from './opt-out-phrases.rules.js';

/** The date of these rules and of their phrases: it lies with each entry that they made. */
export const optOutRulesVersion = '2026-11-24';

/** What the words of a customer mean to whether they may be contacted. */
export interface TextReading {
  /**
   * `certain`: a keyword alone, or the carrier's own reading. `likely`: a phrase, a misspelt keyword, Spanish; closes as
   * well, and a person looks at it afterwards.
   */
  meaning: 'certain' | 'likely' | 'none' | 'start' | 'help';
  /** The words that made it so, as places in the text, in their order. */
  marks: WordedRange[];
  /** What is closed by it: both, unless the customer asks for the other one instead. Empty where nothing is. */
  closes: readonly ClosedChannel[];
}

const stopWords = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit'],
  ...['optout', 'opt out', 'revoke', 'remove me'],
]);
const startWords = new Set(['start', 'unstop']);
const helpWords = new Set(['help', 'ayuda', 'info']);
/** Alone, or with a please, they ask for the same without being keywords of any carrier. */
const likelyWords = new Set([
  ...[
    'unsub',
    'remove',
    'enough',
    'enough already',
    'stop it',
    'stop this',
    'stop that',
    'stop now',
    'quit it',
  ],
  ...[
    'alto',
    'parar',
    'pare',
    'paren',
    'para',
    'parale',
    'basta',
    'cancelar',
    'cancele',
    'cancelen',
    'cancela',
  ],
  ...['detener', 'detenga', 'detengan', 'detente', 'baja', 'salir', 'fin', 'terminar', 'eliminar', 'ya no'],
  ...[
    'no mas',
    'nunca mas',
    'basta ya',
    'ya basta',
    'desuscribir',
    'desuscribirme',
    'quitar',
    'dejame',
    'dejeme',
    'dejenme',
  ],
]);
const polite = new Set(
  `please pls plz pleas thanks thank you thx ty sir maam por favor porfavor porfa gracias`.split(' '),
);
/** What may stand around "stop" in a clause of its own and leaves it what it is. */
const stopFillers = new Set(
  `${[...polite].join(' ')} just now ok okay hi hello hey already immediately asap right seriously guys it this that
  lol omg yes yeah i said ya ahora wow all`.split(/\s+/),
);

interface Word extends WordedRange {
  folded: string;
}

const fold = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();

/** The words of a text where they stand, clause by clause. */
function clausesOf(body: string): Word[][] {
  const clauses: Word[][] = [[]];
  for (const match of body.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[.,!?;:\n¡¿()]|\s[-–—]+\s/gu)) {
    const [found] = match;
    const folded = fold(found);
    if (/^[\p{L}\p{N}]/u.test(folded)) {
      clauses.at(-1)?.push({ folded, from: match.index, to: match.index + found.length });
    } else {
      clauses.push([]);
    }
  }
  return clauses.filter((clause) => clause.length > 0);
}

const lineOf = (words: readonly Word[]) => words.map(({ folded }) => folded).join(' ');

/** From the first of some words to the last. */
function markOf(words: readonly Word[]): WordedRange[] {
  const [first] = words;
  const last = words.at(-1);
  return first === undefined || last === undefined ? [] : [{ from: first.from, to: last.to }];
}

/** The words without those of politeness before and after them. */
function trimmed(words: readonly Word[], fillers: ReadonlySet<string>): Word[] {
  const isFiller = ({ folded }: Word) => fillers.has(folded);
  const from = words.findIndex((word) => !isFiller(word));
  const last = words.findLastIndex((word) => !isFiller(word));
  return from === -1 ? [] : words.slice(from, last + 1);
}

/** A text that is one word, or one with a please: another language's, or a keyword that is misspelt or asked for politely. */
function likelyAlone(words: readonly Word[]): WordedRange[] {
  const core = trimmed(words, polite);
  const line = lineOf(core);
  const isOne = core.length === 1 && isMisspelt(line);
  return stopWords.has(line) || likelyWords.has(line) || isOne ? markOf(core) : [];
}

/** "Stop" as a clause of its own, whatever the others say: "STOP, wrong number". */
function stopClauses(clauses: readonly Word[][]): WordedRange[] {
  return clauses.flatMap((clause) => {
    const core = trimmed(clause, stopFillers);
    return ['stop', 'unsubscribe'].includes(lineOf(core)) ? markOf(core) : [];
  });
}

/** What is found of the phrases in a clause, as places in the text. */
function phrasesIn(clause: readonly Word[]): WordedRange[] {
  const line = lineOf(clause);
  const starts: number[] = [];
  let length = 0;
  for (const { folded } of clause) {
    starts.push(length);
    length += folded.length + 1;
  }
  return phrases.flatMap(({ find, notBehind, notAhead }) =>
    [...line.matchAll(find)].flatMap((match) => {
      const end = match.index + match[0].length;
      const isGuarded =
        notBehind?.test(line.slice(0, match.index).trimEnd()) === true ||
        notAhead?.test(line.slice(end)) === true;
      return isGuarded
        ? []
        : markOf(
            clause.filter((_word, index) => {
              const start = starts[index] ?? 0;
              return start >= match.index && start < end;
            }),
          );
    }),
  );
}

/** Ranges in their order, those that touch or overlap as one. */
function merged(ranges: readonly WordedRange[]): WordedRange[] {
  const result: WordedRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else result.push({ ...range });
  }
  return result;
}

/** A keyword alone, its letters spaced or dotted too (S.T.O.P.). */
function keywordOf(words: readonly Word[]): TextReading['meaning'] | undefined {
  const isSpelt = words.length > 2 && words.every(({ folded }) => folded.length === 1);
  const line = isSpelt ? words.map(({ folded }) => folded).join('') : lineOf(words);
  if (stopWords.has(line)) return 'certain';
  if (startWords.has(line)) return 'start';
  return helpWords.has(line) ? 'help' : undefined;
}

const carrierMeanings: Readonly<Record<string, TextReading['meaning']>> = {
  STOP: 'certain',
  START: 'start',
  HELP: 'help',
};

/**
 * What a text asks for: the carrier's own reading of it goes first. YES is no START, since it answers whatever was asked
 * last, and a wrong number alone says nothing about being contacted.
 */
export function readText(body: string, optOutType: string | undefined): TextReading {
  const clauses = clausesOf(body);
  const words = clauses.flat();
  const keyword = keywordOf(words);
  const told = carrierMeanings[optOutType ?? ''] ?? keyword;
  if (told !== undefined) {
    const closes = told === 'certain' ? channelsClosed([], []) : [];
    return { meaning: told, marks: keyword === undefined ? [] : markOf(words), closes };
  }
  const marks = merged([...likelyAlone(words), ...stopClauses(clauses), ...clauses.flatMap(phrasesIn)]);
  if (marks.length === 0) return { meaning: 'none', marks, closes: [] };
  const closing = marks.map(({ from, to }) =>
    lineOf(words.filter((word) => word.from >= from && word.to <= to)),
  );
  return { meaning: 'likely', marks, closes: channelsClosed(closing, remaindersOf(clauses, marks)) };
}
