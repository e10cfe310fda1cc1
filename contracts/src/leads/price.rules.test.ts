import { carrierAfterPrices, pricesAfter, readPrice, shownPrices, whyPriceIsFixed } from './price.rules.js';

test.each([
  ['64', 64],
  ['64.2', 64.2],
  [' 9999.9999 ', 9999.9999],
  ['0', 0],
  ['0064', 64],
  ['', null],
  ['  ', null],
  ['12345', undefined],
  ['1.23456', undefined],
  ['64.', undefined],
  ['.5', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['$64', undefined],
  ['64,2', undefined],
  ['abc', undefined],
])('%p is read as the price %p', (text, price) => {
  expect(readPrice(text)).toBe(price);
});

const onlyGi = 'This price is only for the rate class guaranteed issue';
const onlySold = 'This price can only be changed after the sale';
test.each([
  ['aetna', 's', 0, undefined],
  ['aetna', null, 1, undefined],
  ['american_general', 'gi', 1, undefined],
  ['american_general', 'gi', 0, onlySold],
  ['american_general', 'lb', 1, onlyGi],
  ['american_general', null, 0, onlyGi],
] as const)(
  'the price of %s at rate class %s with post_sale %d: %s',
  (carrier, rate_class, post_sale, why) => {
    expect(whyPriceIsFixed(carrier, { rate_class, post_sale })).toBe(why);
  },
);

test('prices show the lowest first, and american_general for gi alone', () => {
  const price = { sbli: 70, american_general: 10, aetna: 64.2, americo: 70 };
  expect(Object.entries(shownPrices(price, { rate_class: 'gi' }))).toEqual([
    ['american_general', 10],
    ['aetna', 64.2],
    ['americo', 70],
    ['sbli', 70],
  ]);
  expect(Object.keys(shownPrices(price, { rate_class: 'gb' }))).toEqual(['aetna', 'americo', 'sbli']);
});

const gi = { rate_class: 'gi', post_sale: 1 } as const;
const unsold = { rate_class: 'gi', post_sale: 0 } as const;
const level = { rate_class: 'lb', post_sale: 1 } as const;
test.each([
  ['what is not named is gone', { a: 1, b: 2 }, { b: 3 }, level, { b: 3 }, {}],
  [
    'a price that does not show stays',
    { american_general: 9 },
    { a: 1 },
    level,
    { american_general: 9, a: 1 },
    {},
  ],
  ['a price that is fixed stays', { american_general: 9 }, {}, unsold, { american_general: 9 }, {}],
  [
    'the same fixed price may be sent',
    { american_general: 9 },
    { american_general: 9 },
    unsold,
    { american_general: 9 },
    {},
  ],
  [
    'another one is refused',
    { american_general: 9 },
    { american_general: 8 },
    unsold,
    { american_general: 9 },
    { 'price.american_general': onlySold },
  ],
  [
    'a new one is refused where it does not show',
    {},
    { american_general: 8 },
    level,
    {},
    { 'price.american_general': onlyGi },
  ],
  [
    'after the sale it changes',
    { american_general: 9 },
    { american_general: 8 },
    gi,
    { american_general: 8 },
    {},
  ],
  ['after the sale it goes', { american_general: 9 }, {}, gi, {}, {}],
])('%s', (_name, before, sent, lead, price, errors) => {
  expect(pricesAfter(before, sent, lead)).toEqual({ price, errors });
});

test.each([
  ['a first price', {}, { a: 1 }, null, 'a'],
  ['another price', { a: 1, b: 2 }, { a: 1, b: 3 }, 'a', 'b'],
  ['a price taken away', { a: 1, b: 2 }, { a: 1 }, 'b', 'b'],
  ['several prices', {}, { a: 1, b: 2 }, 'c', 'c'],
  ['no price', { a: 1 }, { a: 1 }, null, null],
])('after %s the selected carrier is the one that was edited', (_name, before, after, selected, carrier) => {
  expect(carrierAfterPrices(before, after, selected)).toBe(carrier);
});
