import type { WordedRange } from '@crm/contracts/customers/contact.js';

/** Calls and texts, each of which a customer may close by itself. */
export type ClosedChannel = 'call' | 'text';

const both: readonly ClosedChannel[] = ['call', 'text'];
const other: Record<ClosedChannel, ClosedChannel> = { call: 'text', text: 'call' };

/** The words by which each channel is named; "contact" and "stop" name neither. */
const namedBy: Record<ClosedChannel, RegExp> = {
  text: /\b(?:te?xts?|te?xting|te?xted|msgs?|msging|messages?|messaging|messaged|sms|mensajes?|mensajear|escrib\w*|mand\w*|envi\w*|texte\w*|textos?)\b/,
  call: /\b(?:calls?|calling|called|phon(?:e|ing|ed)|ring(?:ing)?|dial|llam\w*|marqu\w*)\b/,
};
const asking: Record<ClosedChannel, string> = {
  call: '(?:call|phone|ring)(?: me| us)(?: back)?|(?:give|gimme) (?:me |us )?a (?:call|ring)|call|llame(?:n)?me|llamame|llamar(?:me)?',
  text: '(?:text|txt|message|msg)(?: me| us)(?: back)?|(?:send|shoot) (?:me |us )?a (?:text|message)|text|escriba(?:n)?me|escribeme|mande(?:n)?me (?:un )?(?:mensaje|texto)s?',
};
const before =
  '(?:(?:please|pls|plz|just|only|instead|but|rather|so|ok|okay|hi|hello|you|u|can|could|may|should|better|to|id|i|would|prefer|solo|mejor|pero|por|favor|puede|pueden) )*';
/** What takes the wish back, or makes a complaint of it. */
const spoilt =
  /\b(?:again|anymore|any more|ever|never|not|dont|do nt|no|nor|or|either|stop|quit|all day|every|constantly|keep|nunca|ni)\b/;
const wish = (channel: ClosedChannel) => new RegExp(`^${before}(?:${asking[channel]})\\b`);

/** A part of a text that no opt-out was found in, folded. */
type Remainder = string;

/**
 * Which channels some words close: both, unless they name one alone and the remainder of the text asks for the other one
 * ("Don't text me, call me").
 */
export function channelsClosed(
  closing: readonly string[],
  remainders: readonly Remainder[],
): readonly ClosedChannel[] {
  const only = both.find(
    (channel) =>
      closing.length > 0 &&
      closing.every((words) => namedBy[channel].test(words) && !namedBy[other[channel]].test(words)),
  );
  if (only === undefined) return both;
  const wanted = wish(other[only]);
  return remainders.some((remainder) => wanted.test(remainder) && !spoilt.test(remainder)) ? [only] : both;
}

/** The stretches of words between and around those that are marked, clause by clause. */
export function remaindersOf(
  clauses: readonly (readonly (WordedRange & { folded: string })[])[],
  marks: readonly WordedRange[],
): Remainder[] {
  return clauses.flatMap((clause) => {
    const remainders: string[][] = [[]];
    for (const { folded, from, to } of clause) {
      if (marks.some((mark) => from < mark.to && to > mark.from)) remainders.push([]);
      else remainders.at(-1)?.push(folded);
    }
    return remainders.filter((words) => words.length > 0).map((words) => words.join(' '));
  });
}
