import { codeOfState, stateOfNumber } from './error-codes.js';

test.each([
  ['a duplicate key of DocumentDB’s', 'M001C', 11000],
  ['a duplicate key of PostgreSQL’s own', '23505', 11000],
  ['a value that another document has in a unique index', '23P01', 11000],
  ['a deadlock', '40P01', 112],
  ['a collection that is not there', 'M0008', 26],
  ['a syntax error, which no client acts upon', '42601', undefined],
  ['an error of DocumentDB’s that the product does not tell apart', 'M00ZZ', undefined],
])('%s', (_, state, code) => {
  expect(codeOfState(state)).toBe(code);
});

test('the state of a write error is packed into its number', () => {
  expect(stateOfNumber(319029277)).toBe('M001C');
});
