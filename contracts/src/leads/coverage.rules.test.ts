import { coverageErrors } from './coverage.rules.js';

const refused = { coverage_amount: 'Please choose an amount from the list' };

test.each([
  ['fex', 1_000, {}],
  ['fex', 50_000, {}],
  ['fex', 999, refused],
  ['fex', 1_500, refused],
  ['fex', 51_000, refused],
  ['fex', 7_000.5, refused],
  ['20', 10_000, {}],
  ['20', 2_000_000, {}],
  ['20', 5_000, refused],
  ['30', 15_000, refused],
  ['10', 2_010_000, refused],
  ['10', 0, refused],
  ['', 1, {}],
  [null, 1, {}],
  ['20', null, {}],
] as const)('product %s with %s', (term, coverage_amount, errors) => {
  expect(coverageErrors({ term, coverage_amount })).toEqual(errors);
});
