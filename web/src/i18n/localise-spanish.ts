import { conditionLabelEs } from './condition-labels.es.js';
import { leadLabelEs } from './lead-labels.es.js';
import { recordLabelEs } from './record-labels.es.js';
import { sentenceEs } from './sentences.es.js';

const known: ReadonlyMap<string, string> = new Map(
  [leadLabelEs, conditionLabelEs, recordLabelEs, sentenceEs].flatMap((table) => Object.entries(table)),
);

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Sentences with gaps, those that say most by themselves first: what fits two of them is the closer one. */
const patterns = [...known]
  .filter(([sentence]) => sentence.includes('{}'))
  .sort(([one], [other]) => other.length - one.length)
  .map(([sentence, spanish]) => ({
    matches: new RegExp(`^${sentence.split('{}').map(literal).join('(.+?)')}$`, 's'),
    spanish,
  }));

/** A label of a definition or a sentence of the server in Spanish; as it is where nobody has put it into Spanish. */
export function localiseSpanish(sentence: string): string {
  const whole = known.get(sentence);
  if (whole !== undefined) return whole;
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
