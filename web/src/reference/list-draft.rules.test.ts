import type { ReferenceList } from '@crm/contracts/reference/reference-list.js';
import { checkedInput, draftOf, isChanged, moved, newEntry } from './list-draft.rules.js';

const entry = (code: string) => ({ code, text: code.toUpperCase(), active: true });
const stored: ReferenceList = {
  list: 'medications',
  version: 3,
  changed_by: null,
  changed_at: null,
  entries: [entry('a'), entry('b')],
};
const draft = draftOf(stored);

test.each([
  ['b', -1, ['b', 'a']],
  ['a', 1, ['b', 'a']],
  ['a', -1, ['a', 'b']],
  ['b', 1, ['a', 'b']],
] as const)('%s moved by %d stands so', (key, by, keys) => {
  expect(moved(draft, key, by).map((each) => each.key)).toEqual(keys);
});

test('a draft is changed by a name, an order and a new entry, and unchanged as it was read', () => {
  expect(isChanged(stored, draft)).toBe(false);
  expect(isChanged(stored, moved(draft, 'a', 1))).toBe(true);
  expect(isChanged(stored, [...draft, newEntry('medications', 'n')])).toBe(true);
});

test('a new entry is sent with a code of its name, unlike those there', () => {
  const added = { ...newEntry('medications', 'n'), text: 'A' };
  const named = { ...draft[0], key: 'a', code: 'a', text: 'Other', active: true };
  expect(checkedInput(stored, [named, ...draft.slice(1), added])).toEqual({
    input: {
      list: 'medications',
      version: 3,
      entries: [
        { code: 'a', text: 'Other', active: true },
        entry('b'),
        { code: 'a_2', text: 'A', active: true },
      ],
    },
  });
});

test.each([
  [
    'a name that is missing',
    [...draft, newEntry('medications', 'n')],
    { 'entries.2.text': 'This field is required' },
  ],
  [
    'a name twice',
    [...draft, { ...newEntry('medications', 'n'), text: 'a' }],
    { 'entries.2.text': 'This name is already in the list' },
  ],
])('%s is wrong', (_name, entries, errors) => {
  expect(checkedInput(stored, entries)).toEqual({ errors });
});

test('a new portal needs an address, and one that begins with https', () => {
  const portals: ReferenceList = { ...stored, list: 'portals', entries: [] };
  const portal = { ...newEntry('portals', 'n'), text: 'P' };
  expect(checkedInput(portals, [portal])).toEqual({ errors: { 'entries.0.url': 'This field is required' } });
  expect(checkedInput(portals, [{ ...portal, url: 'http://x.com' }])).toEqual({
    errors: { 'entries.0.url': 'A URL starts with https://' },
  });
});
