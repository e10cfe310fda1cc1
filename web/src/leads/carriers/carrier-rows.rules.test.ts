import type { CarrierEntry } from '@crm/contracts/reference/reference-list.js';
import { carriersOfLead, inOrder, openingOrder } from './carrier-rows.rules.js';

const entry = (code: string, active = true): CarrierEntry => ({
  code,
  text: code.toUpperCase(),
  active,
  phone: '',
  website: '',
  info: '',
});
const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code);

test.each([
  ['those on offer', [entry('a'), entry('b', false)], {}, null, ['a']],
  ['a hidden one with a price', [entry('a'), entry('b', false)], { b: 3 }, null, ['a', 'b']],
  ['a hidden one that is selected', [entry('a'), entry('b', false)], {}, 'b', ['a', 'b']],
  ['one that the list has not', [entry('a')], { old: 3 }, null, ['a', 'old']],
])('a lead has rows for %s', (_name, entries, price, carrier, expected) => {
  expect(codes(carriersOfLead(entries, { price, carrier }))).toEqual(expected);
});

const rows = ['c', 'a', 'b', 'd'].map((code) => ({ code, name: code }));
test('the lowest price stands first, those without one follow by name', () => {
  expect(openingOrder(rows, { d: 20, b: 9 })).toEqual(['b', 'd', 'a', 'c']);
});

test('rows stay where they were, new ones come behind', () => {
  expect(codes(inOrder(rows, ['d', 'b']))).toEqual(['d', 'b', 'c', 'a']);
});
