import { statusCode } from '@crm/contracts/codes/statuses.js';
import { postSaleAfter } from './post-sale.rules.js';

test('a lead is after the sale from the first of these statuses on', () => {
  expect(statusCode.options.filter((status) => postSaleAfter(0, status) === 1)).toEqual([
    'inApplication',
    'underwriting',
    'approved',
    'aota',
    'condIssued',
    'in-force',
    'purchased',
  ]);
});

test.each(statusCode.options)('a lead that was sold stays so with the status %s', (status) => {
  expect(postSaleAfter(1, status)).toBe(1);
});
