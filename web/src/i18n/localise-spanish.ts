import { conditionLabelEs } from './condition-labels.es.js';
import { contactSentenceEs } from './contact-sentences.es.js';
import { generalSentenceEs } from './general-sentences.es.js';
import { leadLabelEs } from './lead-labels.es.js';
import { leadSentenceEs } from './lead-sentences.es.js';
import { recordLabelEs } from './record-labels.es.js';
import { setupSentenceEs } from './setup-sentences.es.js';

const tables = [
  ...[leadLabelEs, conditionLabelEs, recordLabelEs],
  ...[contactSentenceEs, leadSentenceEs, generalSentenceEs, setupSentenceEs],
];
const known: ReadonlyMap<string, string> = new Map(tables.flatMap((table) => Object.entries(table)));

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Sentences with gaps, those that say most by themselves first: what fits two of them is the closer one. */
const patterns = [...known]
  .filter(([sentence]) => sentence.includes('{}'))
  .sort(([one], [other]) => other.length - one.length)
  .map(([sentence, spanish]) => ({
    matches: new RegExp(`^${sentence.split('{}').map(literal).join('(.+?)')}$`, 's'),
    spanish,
  }));

/** What was put together from patterns, as many as a screen may have many times over. */
const made = new Map<string, string>();
const maxMade = 2_000;

/** A label of a definition or a sentence of the server in Spanish; as it is where nobody has put it into Spanish. */
export function localiseSpanish(sentence: string): string {
  const whole = known.get(sentence) ?? made.get(sentence);
  if (whole !== undefined) return whole;
  if (made.size >= maxMade) made.clear();
  const spanish = fromPatterns(sentence);
  made.set(sentence, spanish);
  return spanish;
}

function fromPatterns(sentence: string): string {
  for (const { matches, spanish } of patterns) {
    const [, ...gaps] = matches.exec(sentence) ?? [];
    if (gaps.length > 0) return filled(spanish, gaps);
  }
  return sentence;
}

/** The gaps in the order in which they stand in English, or as they are numbered: `{2}` before `{1}`. */
function filled(spanish: string, gaps: readonly string[]): string {
  let next = 0;
  return spanish.replaceAll(/\{(\d*)\}/g, (_, number: string) => {
    const gap = gaps[number === '' ? next++ : Number(number) - 1] ?? '';
    return localiseSpanish(gap);
  });
}
