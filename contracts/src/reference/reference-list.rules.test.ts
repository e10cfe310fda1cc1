import { carriers } from '../codes/carriers.js';
import { builtInLists } from './built-in-lists.js';
import { referenceList, referenceListName, type PortalEntry } from './reference-list.js';
import { byText, changedCodes, codeFor, referenceListErrors } from './reference-list.rules.js';

const entry = (code: string, text = code, active = true) => ({ code, text, active });
const portal = (given: Partial<PortalEntry>): PortalEntry => ({
  ...entry('p'),
  kind: 'link',
  url: 'https://example.com',
  instructions: '',
  ...given,
});

test.each(referenceListName.options)('the built-in list %s passes its own contract and rules', (list) => {
  const entries = builtInLists[list];
  referenceList.parse({ list, version: 1, changed_by: null, changed_at: null, entries });
  expect(referenceListErrors([], entries)).toEqual({});
});

test('a new system has 13 carriers and 15 portals, each sorted by name', () => {
  expect(builtInLists.carriers.map(({ code }) => code)).toEqual(carriers.map(({ code }) => code));
  expect([builtInLists.carriers.length, builtInLists.portals.length]).toEqual([13, 15]);
  for (const list of [builtInLists.carriers, builtInLists.portals]) expect(byText([...list])).toEqual(list);
});

test.each([
  ['nothing wrong', [entry('a')], [entry('a', 'A', false), entry('b')], {}],
  [
    'a code twice',
    [],
    [entry('a'), entry('a', 'other')],
    { 'entries.1.code': 'This code is already in the list' },
  ],
  [
    'a name twice',
    [],
    [entry('a', 'Same'), entry('b', 'same ')],
    { 'entries.1.text': 'This name is already in the list' },
  ],
  ['a hidden name again', [], [entry('a', 'Same', false), entry('b', 'Same')], {}],
  [
    'an entry taken out',
    [entry('a'), entry('b')],
    [entry('b')],
    { entries: 'Hide entries instead of removing them: a' },
  ],
  ['a link without address', [], [portal({ url: '' })], { 'entries.0.url': 'This field is required' }],
  [
    'instructions without text',
    [],
    [portal({ kind: 'instructions', instructions: ' ' })],
    { 'entries.0.instructions': 'This field is required' },
  ],
])('%s', (_name, stored, next, errors) => {
  expect(referenceListErrors(stored, next)).toEqual(errors);
});

test.each([
  ['nothing', [entry('a'), entry('b')], [entry('a'), entry('b')], []],
  ['a new name', [entry('a'), entry('b')], [entry('a', 'A!'), entry('b')], ['a']],
  ['a new entry', [entry('a')], [entry('a'), entry('b')], ['b']],
  ['a hidden one', [entry('a')], [entry('a', 'a', false)], ['a']],
  ['another order', [entry('a'), entry('b'), entry('c')], [entry('b'), entry('a'), entry('c')], ['b', 'a']],
])('a change of %s is told by its codes', (_name, stored, next, codes) => {
  expect(changedCodes(stored, next)).toEqual(codes);
});

test.each([
  ['High cholesterol', [], 'high_cholesterol'],
  ["Crohn's, Colitis", [], 'crohn_s_colitis'],
  ['Ménière', [], 'meniere'],
  ['???', [], 'entry'],
  ['Gout', ['gout', 'gout_2'], 'gout_3'],
])('%s is kept as a code unlike %p: %s', (text, taken, code) => {
  expect(codeFor(text, new Set(taken))).toBe(code);
});
