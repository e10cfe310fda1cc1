import {
  fexCoverageAmounts,
  heights,
  mediaalphaMedications,
  termCoverageAmounts,
} from '../codes/life-lists.js';
import {
  changeJobStatus,
  changeTerm,
  coverageAmounts,
  emptyLifeForm,
  quoteFieldsShown,
  tabOf,
  toggleChildren,
  toggleMortgage,
  type LifeForm,
} from './life-form.rules.js';

const filled: LifeForm = {
  ...emptyLifeForm('dialog'),
  term: 'fex',
  rate_class: 'gi',
  coverage_amount: 15_000,
  disability: 'Cremation',
};

describe('a fresh form', () => {
  test.each([
    ['dialog', { gender: 'm', rate_class: 's', term: '', coverage_amount: null, policy: 0 }],
    ['quick-add', { gender: 'm', rate_class: 'lb', term: 'fex', coverage_amount: 5_000, policy: 1 }],
  ] as const)('in the %s begins with %p', (place, defaults) => {
    expect(emptyLifeForm(place)).toMatchObject({ ...defaults, checking_account: 0, phone_hidden: false });
  });
});

test('heights and amounts are those of the specification', () => {
  expect([heights[0], heights.at(-1), heights.length]).toEqual([
    { value: 53, text: "4'5" },
    { value: 83, text: "6'11" },
    31,
  ]);
  const ends = (amounts: readonly number[]) => [amounts[0], amounts[1], amounts.at(-1)];
  expect(ends(coverageAmounts('fex'))).toEqual([1_000, 2_000, 50_000]);
  expect(ends(coverageAmounts('30'))).toEqual([10_000, 20_000, 2_000_000]);
});

test('the marketplace asks by its own list, each code once', () => {
  const codes = mediaalphaMedications.map(({ value }) => value);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toContain('diabetes_type_2');
});

describe('choosing a product type', () => {
  const busy: LifeForm = {
    ...filled,
    term: '20',
    jobstatus: '2',
    mortgage: 1,
    mortgage_remaining: '$90000',
    total_income: '$5',
  };

  test('fex sets lb and policy 1, and clears mortgage, remaining mortgage and job status with its income', () => {
    expect(changeTerm(busy, 'fex', 'dialog')).toEqual({
      term: 'fex',
      rate_class: 'lb',
      policy: 1,
      coverage_amount: 15_000,
      mortgage: 0,
      mortgage_remaining: '',
      jobstatus: '',
      total_income: '',
    });
  });

  test.each(['10', '15', '20', '25', '30'] as const)(
    'term %s sets s and policy 0, clears the funeral type and leaves the job status',
    (term) => {
      expect(changeTerm(filled, term, 'dialog')).toEqual({
        term,
        rate_class: 's',
        policy: 0,
        coverage_amount: null,
        disability: '',
      });
    },
  );

  test.each([
    ['fex', 5_000],
    ['10', 50_000],
    ['15', 50_000],
    ['20', 50_000],
    ['25', 50_000],
    ['30', 50_000],
  ] as const)('on the quick-add page %s sets coverage %d whatever stood there', (term, coverage) => {
    expect(changeTerm(filled, term, 'quick-add').coverage_amount).toBe(coverage);
    expect(coverageAmounts(term)).toContain(coverage);
  });

  test.each([
    ['20', 20_000, 20_000],
    ['20', 15_000, null],
    ['20', null, null],
    ['fex', 2_000, 2_000],
    ['fex', 60_000, null],
  ] as const)('in the dialog to %s keeps %p as %p', (term, before, after) => {
    expect(changeTerm({ ...filled, coverage_amount: before }, term, 'dialog').coverage_amount).toBe(after);
  });

  test('both lists meet where amounts are kept', () => {
    expect(fexCoverageAmounts.filter((amount) => termCoverageAmounts.includes(amount))).toEqual([
      10_000, 20_000, 30_000, 40_000, 50_000,
    ]);
  });
});

test.each(['1', '2', '3', '4'] as const)(
  'job status %s resets policy, funeral type, mortgage, remaining mortgage and income',
  (jobstatus) => {
    expect(changeJobStatus(jobstatus)).toEqual({
      jobstatus,
      policy: 0,
      disability: '',
      mortgage: 0,
      mortgage_remaining: '',
      total_income: '',
    });
  },
);

test.each([
  [toggleChildren(0), { children: 0, howchildren: '' }],
  [toggleChildren(1), { children: 1 }],
  [toggleMortgage(0), { mortgage: 0, mortgage_remaining: '' }],
  [toggleMortgage(1), { mortgage: 1 }],
])('a toggle takes what hangs on it along when it goes off: %p', (change, expected) => {
  expect(change).toEqual(expected);
});

const nothing = { jobstatus: false, total_income: false, mortgage: false, policy: false, disability: false };
const shownFor = (given: Partial<typeof nothing>) => ({ ...nothing, ...given });
test.each([
  ['fex', '', shownFor({ disability: true })],
  ['fex', '1', shownFor({ disability: true })],
  ['fex', '2', shownFor({ disability: true })],
  ['', '', shownFor({ jobstatus: true })],
  ['20', '', shownFor({ jobstatus: true })],
  ['20', '1', shownFor({ jobstatus: true, total_income: true })],
  ['20', '2', shownFor({ jobstatus: true, mortgage: true })],
  ['20', '3', shownFor({ jobstatus: true, policy: true, disability: true })],
  ['20', '4', shownFor({ jobstatus: true, mortgage: true })],
] as const)('term %p with job status %p shows the right fields', (term, jobstatus, shown) => {
  expect(quoteFieldsShown({ term, jobstatus })).toEqual(shown);
});

test('each field counts on its own tab', () => {
  expect(['fullname', 'birth_day', 'app_date', 'second_phone'].map(tabOf)).toEqual(Array(4).fill('basic'));
  expect(
    ['term', 'rate_class', 'coverage_amount', 'disability', 'jobstatus', 'total_income'].map(tabOf),
  ).toEqual(Array(6).fill('quote'));
});
