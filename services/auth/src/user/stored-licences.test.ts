import { Types } from 'mongoose';
import type { StoredLicence } from './licence.model.js';
import {
  changedLicences,
  dueWarning,
  followStates,
  heldLicences,
  nextWarningAt,
  statesOf,
} from './stored-licences.js';

const change = { today: '2026-11-20', by: 'Morgan Lee' };
const licence = (given: Partial<StoredLicence> = {}): StoredLicence => ({
  _id: new Types.ObjectId(),
  state: 'TX',
  line: 'life',
  number: '2041877',
  from: '2025-03-01',
  until: '2027-02-28',
  status: 'active',
  proof: '',
  warned: null,
  version: 4,
  changed_by: null,
  ...given,
});
const life = { subroles: [1] } as const;

describe('licences that follow the states of an account', () => {
  test('stay as they are where the states do', () => {
    const licences = [licence(), licence({ state: 'VT', status: 'inactive' })];
    expect(followStates(licences, { states: ['TX'], ...life }, change)).toEqual(licences);
  });

  test.each<[string, Partial<StoredLicence>, string]>([
    ['has run out is no longer for it', { until: '2026-11-01' }, '2026-11-01'],
    ['ends within 30 days ends then', { until: '2026-12-01' }, '2026-12-01'],
    ['ends later is to be checked within 30 days', {}, '2026-12-20'],
    ['does not expire is to be checked within 30 days', { until: null }, '2026-12-20'],
  ])('one whose state is named again and that %s', (_what, given, until) => {
    const before = licence({ ...given, status: 'inactive' });
    expect(followStates([before], { states: ['TX'], ...life }, change)).toEqual([
      { ...before, until, status: 'to_check', version: 5, changed_by: 'Morgan Lee' },
    ]);
  });

  test('name the states that they came from, whatever they were', () => {
    const before = [
      licence(),
      licence({ state: 'VT', line: 'health' }),
      licence({ state: 'NV', status: 'inactive' }),
    ];
    for (const states of [[], ['NV'], ['NV', 'TX'], ['AL', 'NV', 'VT']] as const)
      for (const subroles of [[], [1], [2], [1, 2]] as const)
        expect(statesOf(followStates(before, { states, subroles }, change))).toEqual(states);
  });
});

test('everybody is told of those that are not inactive', () => {
  expect(heldLicences([licence(), licence({ status: 'inactive' })])).toEqual([
    { state: 'TX', line: 'life', from: '2025-03-01', until: '2027-02-28' },
  ]);
});

test('lists are told of what was added, changed and taken away', () => {
  const [same, changed, gone, added] = [licence(), licence(), licence(), licence({ version: 1 })];
  const after = [same, { ...changed, version: 5 }, added];
  expect(changedLicences([same, changed, gone], after)).toEqual([
    { id: changed._id.toHexString(), version: 5, change: 'updated' },
    { id: added._id.toHexString(), version: 1, change: 'created' },
    { id: gone._id.toHexString(), version: 5, change: 'deleted' },
  ]);
});

describe('a warning', () => {
  // The days of Los Angeles begin at 8:00 UTC in winter.
  test.each<[string, Partial<StoredLicence>, ReturnType<typeof dueWarning>]>([
    ['2026-12-30T07:59:59Z', {}, undefined],
    ['2026-12-30T08:00:00Z', {}, 60],
    ['2026-12-30T08:00:00Z', { warned: 60 }, undefined],
    ['2027-01-29T08:00:00Z', { warned: 60 }, 30],
    ['2027-02-21T08:00:00Z', { warned: 30 }, 7],
    ['2027-02-21T08:00:00Z', {}, 7],
    ['2027-03-01T07:59:59Z', { warned: 7 }, undefined],
    ['2027-03-01T08:00:00Z', { warned: 7 }, 0],
    ['2027-05-01T08:00:00Z', { warned: 0 }, undefined],
    ['2027-01-29T08:00:00Z', { status: 'to_check' }, undefined],
    ['2027-02-21T08:00:00Z', { status: 'to_check' }, 7],
    ['2027-05-01T08:00:00Z', { status: 'inactive' }, undefined],
    ['2027-05-01T08:00:00Z', { until: null }, undefined],
  ])('at %s about %p is %p', (now, given, step) => {
    expect(dueWarning(licence(given), new Date(now))).toBe(step);
  });

  test('is due next at the earliest of all, and never where none is left', () => {
    const sooner = licence({ until: '2027-01-31', warned: 60 });
    expect(nextWarningAt([licence(), sooner])).toEqual(new Date('2026-12-30T08:00:00.000Z'));
    expect(nextWarningAt([sooner])).toEqual(new Date('2027-01-01T08:00:00.000Z'));
    expect(nextWarningAt([licence({ warned: 0 }), licence({ until: null })])).toBeNull();
  });
});
