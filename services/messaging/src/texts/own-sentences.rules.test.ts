import { languageCode, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { ownSentencesIn, type OwnSentences } from './own-sentences.rules.js';

const filled = { agency: 'Juniper & Sons', contact: '(800) 555-0100' };

/** Each sentence of a language as it is written. */
function writtenIn(language: LanguageCode): Record<keyof OwnSentences, string> {
  const { helpReply, ...fixed } = ownSentencesIn[language];
  return { ...fixed, helpReply: helpReply(filled) };
}

const valuesIn = (text: string) =>
  Object.entries(filled).flatMap(([name, value]) => (text.includes(value) ? [name] : []));

const english = Object.entries(writtenIn('en'));

test.each(languageCode.exclude(['en']).options)(
  'every sentence is written in %s, with the same values filled in',
  (language) => {
    const other = new Map(Object.entries(writtenIn(language)));
    const valuesOf = (name: string) => valuesIn(other.get(name) ?? '');
    expect([...other.keys()].sort()).toEqual(english.map(([name]) => name).sort());
    expect(english.map(([name]) => valuesOf(name))).toEqual(english.map(([, text]) => valuesIn(text)));
    expect(english.filter(([name, text]) => text === other.get(name))).toEqual([]);
  },
);

test.each(languageCode.options)('STOP is named in %s wherever English names it', (language) => {
  const named = Object.entries(writtenIn(language)).filter(([, text]) => /\bSTOP\b/.test(text));
  expect(named.map(([name]) => name)).toEqual(['optOutNotice', 'helpReply']);
});
