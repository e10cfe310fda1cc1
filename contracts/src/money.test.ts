import fc from 'fast-check';
import { centsOf, dollarsOf, isWholeCents, moneyFault, readMoney, typedMoney } from './money.js';

test.each([
  ['', null],
  ['  ', null],
  ['85000', 85_000],
  ['$85000', 85_000],
  ['85,000', 85_000],
  ['$85,000.50', 85_000.5],
  ['85,000.5', 85_000.5],
  [' $ 85 000.50 ', 85_000.5],
  ['85\u00a0000', 85_000],
  ['85000.', 85_000],
  ['.50', 0.5],
  ['0', 0],
  ['85k', 85_000],
  ['$85.5 K', 85_500],
  ['1,250k', 1_250_000],
  ['1.00001k', 1_000.01],
  ['1,234,567,890.12', 1_234_567_890.12],
  ['$100000000000000000', 100_000_000_000_000_000],
])('%p is %p dollars', (text, dollars) => {
  expect(readMoney(text)).toBe(dollars);
  expect(moneyFault(text)).toBeUndefined();
});

test.each([
  ['-50000', 'An amount cannot be negative'],
  ['$-50000', 'An amount cannot be negative'],
  ['-$50,000', 'An amount cannot be negative'],
  ['−50000', 'An amount cannot be negative'],
  ['(50,000)', 'An amount cannot be negative'],
  ['1e5', 'Enter an amount, for example $85,000.50'],
  ['85000.505', 'Enter an amount, for example $85,000.50'],
  ['85.000', 'Enter an amount, for example $85,000.50'],
  ['85.000,50', 'Enter an amount, for example $85,000.50'],
  ['85,00', 'Enter an amount, for example $85,000.50'],
  ['8,5000', 'Enter an amount, for example $85,000.50'],
  ['85,000 000', 'Enter an amount, for example $85,000.50'],
  ['1 2', 'Enter an amount, for example $85,000.50'],
  ['$', 'Enter an amount, for example $85,000.50'],
  ['.', 'Enter an amount, for example $85,000.50'],
  ['k', 'Enter an amount, for example $85,000.50'],
  ['$$5', 'Enter an amount, for example $85,000.50'],
  ['85m', 'Enter an amount, for example $85,000.50'],
  ['60-70k', 'Enter an amount, for example $85,000.50'],
  ['about 60000', 'Enter an amount, for example $85,000.50'],
  ['0x10', 'Enter an amount, for example $85,000.50'],
  ['٨٥', 'Enter an amount, for example $85,000.50'],
  ['1234567890123456789', '$ and up to 18 digits'],
  ['999999999999999999k', '$ and up to 18 digits'],
  ['123456789012345678', 'This amount is too large'],
])('%p is no amount: %s', (text, fault) => {
  expect(readMoney(text)).toBeUndefined();
  expect(moneyFault(text)).toBe(fault);
});

const cents = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n });
const plain = (amount: bigint) => `${String(amount / 100n)}.${String(amount % 100n).padStart(2, '0')}`;
const grouped = (amount: bigint) => {
  const [whole = '', rest = ''] = plain(amount).split('.');
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
};

test('an amount that is read is the one that was written, to the cent, however it was written', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const read = readMoney(plain(amount));
      expect(readMoney(grouped(amount))).toBe(read);
      if (typeof read !== 'number') return;
      expect(BigInt(centsOf(read))).toBe(amount);
      expect(isWholeCents(read)).toBe(true);
      expect(readMoney(typedMoney(read))).toBe(read);
    }),
  );
});

test('every amount up to ten billion is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (amount) => {
      expect(readMoney(plain(BigInt(amount)))).toBe(dollarsOf(amount));
    }),
  );
});

test('no text that is read holds anything but digits and the signs of an amount', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0159$,. ke-+()') }), (text) => {
      if (typeof readMoney(text) === 'number') expect(text).not.toMatch(/[-+()e]/);
    }),
  );
});

test.each([
  [null, ''],
  [85_000, '$85000'],
  [85_000.5, '$85000.50'],
  [0, '$0'],
  [0.05, '$0.05'],
  [1e18, '$1000000000000000000'],
])('%p is in a field as %p', (dollars, text) => {
  expect(typedMoney(dollars)).toBe(text);
});

test.each([
  [85_000.5, true],
  [0.01, true],
  [1e18, true],
  [85_000.505, false],
  [0.001, false],
  [Number.NaN, false],
])('%p dollars are whole cents: %p', (dollars, isWhole) => {
  expect(isWholeCents(dollars)).toBe(isWhole);
});
