import { lowestPremium } from './premium.rules.js';

test.each([
  [{}, 's', undefined],
  [{ b: 88.4, a: 64.2 }, 's', { carrier: 'a', price: 64.2 }],
  [{ a: 0, b: 12 }, 's', { carrier: 'b', price: 12 }],
  [{ a: 0, b: 12 }, 'gi', { carrier: 'a', price: 0 }],
  [{ american_general: 1, b: 12 }, 'gi', { carrier: 'b', price: 12 }],
  [{ american_general: 1 }, 's', undefined],
  [{ b: 5, a: 5 }, null, { carrier: 'a', price: 5 }],
] as const)('of %p with rate class %p the premium is %p', (prices, rateClass, premium) => {
  expect(lowestPremium(prices, rateClass)).toEqual(premium);
});
