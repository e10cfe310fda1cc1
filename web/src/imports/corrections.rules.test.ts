import type { RefusedRowFields } from '@crm/contracts/entities/lead-import.js';
import {
  afterRetry,
  errorsOf,
  isCorrected,
  readyToRetry,
  shownFields,
  toRetry,
  withCell,
  type Correction,
  type Corrections,
} from './corrections.rules.js';

const today = '2026-11-20';
const phoneWrong = 'Phone is not valid: 12';
const row: RefusedRowFields = {
  line: 17,
  reason: phoneWrong,
  row: 'Ann Lee,12,TX',
  fields: { fullname: 'Ann Lee', phone: '12', state: 'TX' },
  errors: { phone: phoneWrong },
};
const untouched: Correction = { row, typed: {} };
const corrected = withCell(untouched, 'phone', '2145550117');
const duplicate = 'Duplicate: a lead with this phone exists';
const refused = { line: 17, result: 'refused', reason: duplicate, errors: { phone: duplicate } } as const;

test.each<[string, Correction, object]>([
  ['as it was refused', untouched, { phone: phoneWrong }],
  ['corrected', corrected, {}],
  [
    'with something else that is wrong',
    withCell(corrected, 'state', 'Nowhere'),
    { state: 'State is not valid: Nowhere' },
  ],
  ['typed back as it was', withCell(corrected, 'phone', '12'), { phone: phoneWrong }],
  ['refused again', { ...corrected, answer: refused }, { phone: duplicate }],
  ['changed after that', withCell({ ...corrected, answer: refused }, 'phone', '2145550118'), {}],
  ['of no columns', { row: { ...row, fields: null }, typed: {} }, {}],
])('of a row %s the errors are shown at their fields', (_what, correction, errors) => {
  expect(errorsOf(correction, today)).toEqual(errors);
});

test('only what was changed is sent', () => {
  expect(toRetry(withCell(corrected, 'state', 'TX'))).toEqual({ line: 17, fields: { phone: '2145550117' } });
  expect(isCorrected(withCell(untouched, 'state', 'TX'))).toBe(false);
});

test('rows that are corrected and right are sent together, a hundred at most', () => {
  const other = { ...row, line: 18 };
  const corrections: Corrections = new Map([
    [17, corrected],
    [18, withCell({ row: other, typed: {} }, 'phone', '34')],
    [19, { row: { ...row, line: 19 }, typed: {} }],
    [20, { ...corrected, answer: refused }],
  ]);
  expect(readyToRetry(corrections, today)).toEqual([{ line: 17, fields: { phone: '2145550117' } }]);
  const many = Array.from({ length: 120 }, (_, line): [number, Correction] => [
    line,
    { ...corrected, row: { ...row, line } },
  ]);
  expect(readyToRetry(new Map(many), today)).toHaveLength(100);
});

test('a row that is imported or gone is over; one that is still refused says why', () => {
  const [imported, gone] = [18, 19].map((line) => ({ ...corrected, row: { ...row, line } }));
  if (!imported || !gone) throw new Error('Two rows');
  const after = afterRetry(
    new Map([
      [17, corrected],
      [18, imported],
      [19, gone],
    ]),
    [
      refused,
      { line: 18, result: 'imported', reason: '', errors: {} },
      { line: 19, result: 'gone', reason: 'This row is no longer kept', errors: {} },
    ],
  );
  expect([...after]).toEqual([[17, { ...corrected, answer: refused }]]);
});

test('what was wrong once stays in sight', () => {
  expect([...shownFields(corrected, {})]).toEqual(['fullname', 'first_name', 'last_name', 'phone']);
  const other = withCell(untouched, 'state', 'Nowhere');
  expect([...shownFields(other, errorsOf(other, today))]).toContain('state');
});
