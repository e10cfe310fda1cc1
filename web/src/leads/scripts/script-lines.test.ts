import { exampleLifeLead, type LifeLead } from '@crm/contracts/entities/lead.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import { buildUser } from '../../test/builders.js';
import { mergeFields } from './merge-fields.js';
import { piecesOf } from './ScriptLineView.js';
import { scriptName } from './script-text.js';
import { builtInScriptsOf, scriptFor, scriptSections } from './script-sections.js';

const user = buildUser();
const fieldsOf = (given: Partial<LifeLead> = {}, carriers = builtInLists.carriers) =>
  mergeFields({ ...exampleLifeLead, ...given }, user, carriers);

test.each([
  ['fex', 'fex'],
  ['10', 'term'],
  ['30', 'term'],
  [null, 'term'],
])('product %s goes with the script %s', (term, script) => {
  expect(scriptFor(term)).toBe(script);
});

test('a health lead begins with health coverage and can be read the term one', () => {
  expect(builtInScriptsOf({ type: 'health' })).toEqual(['health', 'term']);
  expect(builtInScriptsOf({ type: 'life', term: 'fex' })).toEqual(['fex']);
  const said = scriptSections('health', 'en', 'en')
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .join(' ');
  expect(said).toMatch(/health coverage/);
  expect(said).not.toMatch(/life insurance/);
});

const scripts = ['fex', 'term', 'health'] as const;
const both = scripts.flatMap((script) => [[script, 'en'] as const, [script, 'es'] as const]);

describe.each(both)('the script %s in %s', (script, language) => {
  const sections = scriptSections(script, language, language);
  const lines = sections.flatMap((section) => section.lines);

  test('has the sections 0 to 3, each with something to say and to ask', () => {
    expect(sections).toHaveLength(4);
    for (const { title, lines: own } of sections) {
      expect(title).not.toBe('');
      expect(new Set(own.map(({ kind }) => kind))).toEqual(
        new Set(['say', 'ask', ...own.map(({ kind }) => kind)]),
      );
    }
  });

  test('mentions pen and paper; those of life insurance name its carriers', () => {
    const text = lines.map((line) => line.text).join(' ');
    expect(text).toMatch({ en: /pen and paper/, es: /papel y pluma/ }[language]);
    expect(text.includes('%{carriers}')).toBe(script !== 'health');
  });

  test('leaves no merge field empty, whatever is known of the customer', () => {
    const bare = fieldsOf({
      language,
      state_title: null,
      coverage_amount: null,
      disability: null,
      term: null,
      price: {},
    });
    for (const { text: line } of lines) {
      const sentence = piecesOf(line, bare)
        .map(({ text }) => text)
        .join('');
      expect(sentence).not.toMatch(/undefined|null|%\{/);
    }
  });
});

const fieldsNamedIn = (text: string) => [...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(scripts)('each line of %s names in Spanish what it names in English', (script) => {
  const namedIn = (language: 'en' | 'es') =>
    scriptSections(script, language, language).map(({ lines }) =>
      lines.map(({ text }) => fieldsNamedIn(text)),
    );
  expect(namedIn('es')).toEqual(namedIn('en'));
});

test('what is said is in the customer’s language, and what is for the agent alone in the agent’s', () => {
  const [hello] = scriptSections('fex', 'es', 'en');
  expect(hello?.title).toBe('Hello');
  expect(hello?.lines.find(({ kind }) => kind === 'say')?.text).toMatch(/^Buenos días/);
  expect(hello?.lines.find(({ kind }) => kind === 'do')?.text).toMatch(/^Wait until/);
});

test('who speaks Spanish is addressed in it, and what is not known yet is asked for in it', () => {
  const price = { mutual_of_omaha: 64.2, aetna: 70 };
  expect(fieldsOf({ language: 'es', price, email: null, coverage_amount: null, term: '20' })).toMatchObject({
    customer: { text: 'Sr. Okafor' },
    funeral: { text: 'cremación' },
    term: { text: '20 años' },
    carriers: { text: 'Mutual of Omaha y Aetna' },
    email: { text: '(su correo)', isKnown: false },
    coverage: { text: '(monto)', isKnown: false },
  });
});

test('what is known is read out, what is not says so', () => {
  expect(fieldsOf({ price: { mutual_of_omaha: 64.2, aetna: 70, american_general: 50 } })).toMatchObject({
    customer: { text: 'Mr. Okafor', isKnown: true },
    agent: { text: user.fullname },
    number: { text: '(214) 555-0101', isKnown: true },
    state: { text: 'Texas' },
    coverage: { text: '$15,000' },
    funeral: { text: 'cremation' },
    term: { text: '(number of years)', isKnown: false },
    carriers: { text: 'Mutual of Omaha and Aetna' },
    birth: { text: '06/02/1957' },
  });
  expect(fieldsOf({ gender: 'f', fullname: 'Ana Maria Lee', term: '20' })).toMatchObject({
    customer: { text: 'Ms. Lee' },
    term: { text: '20 years', isKnown: true },
  });
  expect(fieldsOf({ fullname: ' ', email: null })).toMatchObject({
    customer: { isKnown: false },
    email: { isKnown: false },
  });
});

test('carriers go by the names that admins keep, and those no longer offered are not named', () => {
  const kept = builtInLists.carriers.map((carrier) => ({
    ...carrier,
    ...(carrier.code === 'aetna' && { text: 'Zenith, once Aetna' }),
    active: carrier.code !== 'american_amicable',
  }));
  const named = (price: LifeLead['price']) => fieldsOf({ price }, kept)['carriers']?.text;
  expect(named({})).toBe('American General, Americo and Banner Life');
  expect(named({ aetna: 60, american_amicable: 70 })).toBe('Zenith, once Aetna and American Amicable');
});

test('a sentence comes apart at its merge fields', () => {
  const pieces = piecesOf('Good day, may I speak with %{customer}, please?', fieldsOf());
  expect(pieces).toEqual([
    { text: 'Good day, may I speak with ', field: undefined },
    { text: 'Mr. Okafor', field: 'customer' },
    { text: ', please?', field: undefined },
  ]);
});

test.each([
  ['<h2>Objections</h2><p>x</p>', 'Objections'],
  ['<p></p><p>  Second   line </p>', 'Second line'],
  ['<p>A line that is much longer than a tab</p>', 'A line that is much lon…'],
  ['just text', 'just text'],
  ['<p></p>', undefined],
])('%s is named %s', (html, name) => {
  expect(scriptName(html)).toBe(name);
});
