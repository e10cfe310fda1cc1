import { languageCode, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { promptsIn, type Prompts } from './prompts.rules.js';

const filled = { agency: 'Juniper & Sons', number: '2 1 4', position: 7, key: '9' };

/** Each sentence of a language as it is said. */
function saidIn(language: LanguageCode): Record<keyof Prompts, string> {
  const { allBusy, place, callback, abandoned, ...fixed } = promptsIn[language];
  return {
    ...fixed,
    allBusy: allBusy(filled),
    place: place(filled),
    callback: callback(filled),
    abandoned: abandoned(filled),
  };
}

/** What of the values a sentence has. */
const valuesIn = (text: string) =>
  Object.entries(filled).flatMap(([name, value]) => (text.includes(String(value)) ? [name] : []));

const english = Object.entries(saidIn('en'));

test.each(languageCode.exclude(['en']).options)(
  'every prompt is said in %s, with the same values filled in',
  (language) => {
    const other = new Map(Object.entries(saidIn(language)));
    const valuesOf = (name: string) => valuesIn(other.get(name) ?? '');
    expect([...other.keys()].sort()).toEqual(english.map(([name]) => name).sort());
    expect(english.map(([name]) => valuesOf(name))).toEqual(english.map(([, text]) => valuesIn(text)));
    expect(english.filter(([name, text]) => text === other.get(name))).toEqual([]);
  },
);

test('Spanish is that of a call centre in the United States, with usted', () => {
  const { abandoned, place } = promptsIn.es;
  expect(abandoned(filled)).toBe(
    'Le llama Juniper & Sons. Esta es una llamada de telemercadeo. En este momento no hay nadie disponible. Para comunicarse con nosotros, o para pedir que no se le vuelva a llamar, llame al 2 1 4. O bien, oprima 9 ahora y no volveremos a llamarle.',
  );
  expect(place(filled)).toBe('Usted es el número 7 en la fila.');
});
