import fc from 'fast-check';
import {
  autoPercent,
  beneficiaryErrors,
  beneficiaryNumbers,
  percentLeftFor,
  withRelative,
  type BeneficiaryForm,
  type BeneficiaryNumber,
} from './beneficiary.rules.js';
import { fieldOfRelative } from '../codes/relatives.js';

const required = 'This field is required';
const ngozi: BeneficiaryForm = {
  name: 'Ngozi Okafor',
  relative_id: 3,
  dob: '01/31/1960',
  location: 'TX',
  grand_kids: '',
  work_status: 'Nurse',
  percent: 50,
};
const on = { today: '2026-11-20', percentLeft: 100 };
const shares = (percents: readonly (number | null)[]) =>
  beneficiaryNumbers.flatMap((number, index) => {
    const percent = percents[index] ?? null;
    return percent === null ? [] : [{ number, percent }];
  });

describe('the field beside the relative', () => {
  it.each([
    [1, 'grand_kids'],
    [2, 'grand_kids'],
    [3, 'work_status'],
    [4, 'work_status'],
    [5, 'work_status'],
  ] as const)('of relative %d is %s', (relative, field) => {
    expect(fieldOfRelative(relative)).toBe(field);
  });

  it('is cleared when it no longer applies, and only then', () => {
    expect(withRelative(ngozi, 4)).toMatchObject({ relative_id: 4, work_status: 'Nurse' });
    const daughter = withRelative(ngozi, 2);
    expect(daughter).toMatchObject({ relative_id: 2, work_status: '', grand_kids: '' });
    expect(withRelative({ ...daughter, grand_kids: 'Two' }, 1).grand_kids).toBe('Two');
    expect(withRelative({ ...daughter, grand_kids: 'Two' }, 5).grand_kids).toBe('');
    expect(withRelative(ngozi, null).work_status).toBe('');
  });
});

describe('what is wrong with a beneficiary', () => {
  it.each<[string, Partial<BeneficiaryForm>, Record<string, string>]>([
    ['nothing', {}, {}],
    ['nothing: born today', { dob: '11/20/2026' }, {}],
    ['nothing: all of it', { percent: 100 }, {}],
    ['no name', { name: '  ' }, { name: required }],
    ['no relative', { relative_id: null }, { relative_id: required }],
    ['no occupation of a wife', { work_status: ' ' }, { work_status: required }],
    ['no occupation of somebody else', { relative_id: 5, work_status: '' }, { work_status: required }],
    ['no grand kids of a son', { relative_id: 1 }, { grand_kids: required }],
    ['no grand kids of a daughter', { relative_id: 2 }, { grand_kids: required }],
    ['nothing: a son with grand kids', { relative_id: 1, grand_kids: 'None', work_status: '' }, {}],
    ['no date', { dob: '' }, { dob: required }],
    ['half a date', { dob: '01/3' }, { dob: 'mm/dd/yyyy' }],
    ['no such day', { dob: '02/30/1960' }, { dob: 'mm/dd/yyyy' }],
    ['a day to come', { dob: '11/21/2026' }, { dob: 'Not a valid date of birth' }],
    ['a day too long ago', { dob: '12/31/1899' }, { dob: 'Not a valid date of birth' }],
    ['no state', { location: '' }, { location: required }],
    ['no percent', { percent: 0 }, { percent: 'From 1 to 100' }],
    ['too many percent', { percent: 101 }, { percent: 'From 1 to 100' }],
    ['half a percent', { percent: 33.5 }, { percent: 'From 1 to 100' }],
  ])('%s', (_what, change, errors) => {
    expect(beneficiaryErrors({ ...ngozi, ...change }, on)).toEqual(errors);
  });

  it('is a percent that the others do not leave', () => {
    expect(beneficiaryErrors({ ...ngozi, name: 'x'.repeat(101) }, on)).toEqual({
      name: 'At most 100 characters',
    });
    expect(beneficiaryErrors(ngozi, { ...on, percentLeft: 50 })).toEqual({});
    expect(beneficiaryErrors(ngozi, { ...on, percentLeft: 49 })).toEqual({
      percent: 'The other beneficiaries leave 49%',
    });
    expect(beneficiaryErrors(ngozi, { ...on, percentLeft: 0 })).toEqual({
      percent: 'The other beneficiaries already have 100%',
    });
  });

  it('names every wrong field at once', () => {
    const empty: BeneficiaryForm = {
      name: '',
      relative_id: null,
      dob: '',
      location: '',
      grand_kids: '',
      work_status: '',
      percent: 0,
    };
    expect(Object.keys(beneficiaryErrors(empty, on)).sort()).toEqual([
      'dob',
      'location',
      'name',
      'percent',
      'relative_id',
    ]);
  });
});

describe('the percent that a slot gets by itself', () => {
  it.each<[string, (number | null)[], BeneficiaryNumber, number]>([
    ['all open, the first', [null, null, null], 1, 34],
    ['all open, the second', [null, null, null], 2, 33],
    ['all open, the third', [null, null, null], 3, 33],
    ['one filled', [34, null, null], 2, 33],
    ['two filled', [34, 33, null], 3, 33],
    ['an odd rest, the first open', [25, null, null], 2, 38],
    ['an odd rest, the last open', [25, null, null], 3, 37],
    ['filled itself: its own percent is free again', [60, null, null], 1, 34],
    ['all filled', [50, 30, 20], 2, 30],
    ['all filled, not to the full', [50, 30, 10], 3, 20],
    ['one percent for two', [99, null, null], 2, 1],
    ['one percent for two, the last', [99, null, null], 3, 0],
    ['nothing left', [100, null, null], 2, 0],
  ])('%s', (_what, percents, number, percent) => {
    expect(autoPercent(number, shares(percents))).toBe(percent);
  });

  it('comes to exactly 100 in any order of filling', () => {
    const order = fc.shuffledSubarray([...beneficiaryNumbers], { minLength: 3 });
    const before = fc.option(fc.integer({ min: 1, max: 98 }), { nil: null });
    fc.assert(
      fc.property(order, before, (numbers, first) => {
        let filled: { number: BeneficiaryNumber; percent: number }[] = [];
        for (const [index, number] of numbers.entries()) {
          const percent = index === 0 && first !== null ? first : autoPercent(number, filled);
          filled = [...filled, { number, percent }];
        }
        expect(filled.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
      }),
    );
  });
});

test.each<[(number | null)[], BeneficiaryNumber, number]>([
  [[null, null, null], 1, 100],
  [[60, 30, null], 3, 10],
  [[60, 30, null], 1, 70],
  [[60, 30, 10], 2, 30],
])('of %j slot %d may have %d', (percents, number, left) => {
  expect(percentLeftFor(number, shares(percents))).toBe(left);
});
