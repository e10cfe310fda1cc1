import { candidatesOf, isReady, nearest, statusOn, usedOn, type Pickable } from './pick-number.rules.js';

const now = new Date('2026-11-24T18:00:00.000Z');
const today = '2026-11-24';
const moment = { now, today };

const number = (phone: string, given: Partial<Pickable> = {}): Pickable => ({
  ...{ phone, area_code: phone.slice(2, 5), status: 'active', rest_until: null, daily_limit: null },
  ...{ in_account: 1, used: 0, used_on: '', locked_until: null, last_used_at: null },
  ...given,
});

test.each<[string, Partial<Pickable>, boolean]>([
  ['an active one', {}, true],
  ['a resting one', { status: 'resting' }, false],
  ['one that rests until tomorrow', { status: 'resting', rest_until: '2026-11-25' }, false],
  ['one whose rest ends today', { status: 'resting', rest_until: '2026-11-24' }, true],
  ['a retired one, whatever day was set', { status: 'retired', rest_until: '2026-11-01' }, false],
  ['one that the account has no longer', { in_account: 0 }, false],
  ['one below its limit', { daily_limit: 3, used: 2, used_on: today }, true],
  ['one that has reached its limit', { daily_limit: 3, used: 3, used_on: today }, false],
  ['one that had reached it yesterday', { daily_limit: 3, used: 3, used_on: '2026-11-23' }, true],
])('whether calls are placed from %s', (_which, given, ready) => {
  expect(isReady(number('+12145550101', given), moment)).toBe(ready);
});

test('a rest is over by itself, and calls are counted by the day', () => {
  expect(statusOn({ status: 'resting', rest_until: today }, today)).toBe('active');
  expect(usedOn({ used: 9, used_on: '2026-11-23' }, today)).toBe(0);
  expect(usedOn({ used: 9, used_on: today }, today)).toBe(9);
});

// A lead that lives in Texas, with a number of New York.
const where = { area: '212', ofLead: ['214', '469', '713'], ofArea: ['212', '646', '718'] };
const [ny, queens, dallas, houston, miami] = [
  number('+12125550101'),
  number('+17185550102'),
  number('+12145550103'),
  number('+17135550104'),
  number('+13055550105'),
] as const;
const phones = (pool: readonly Pickable[]) => nearest(pool, where, moment).map(({ phone }) => phone);

test('the area code comes first, then the state of the lead, then that of the area; the rest is elsewhere', () => {
  expect(phones([miami, queens, houston, dallas, ny])).toEqual(
    [ny, dallas, houston, queens].map(({ phone }) => phone),
  );
});

test('among numbers as near the one that was used longest ago comes first', () => {
  const lately = { ...dallas, last_used_at: new Date('2026-11-24T17:59:00.000Z') };
  const earlier = { ...houston, last_used_at: new Date('2026-11-24T09:00:00.000Z') };
  expect(phones([lately, earlier])).toEqual([houston.phone, dallas.phone]);
});

test('a number that another call shows is left out until its lock ends', () => {
  const shown = { ...ny, locked_until: new Date(now.getTime() + 1) };
  const ended = { ...dallas, locked_until: now };
  expect(phones([shown, ended])).toEqual([dallas.phone]);
});

test('toll-free numbers are near nobody', () => {
  expect(nearest([number('+18005550106', { area_code: '' })], { ...where, area: '' }, moment)).toEqual([]);
});

describe('the order in which numbers are tried', () => {
  const near = [ny, dallas, queens];
  const order = (own: Pickable | undefined) =>
    candidatesOf(near, { own, fallback: [miami.phone] }, where).map(({ phone, isLocked }) => [
      phone,
      isLocked,
    ]);

  test('is from near to far, then what is known without the pool; only what all share is locked', () => {
    expect(order(undefined)).toEqual([
      [ny.phone, true],
      [dallas.phone, true],
      [queens.phone, true],
      [miami.phone, false],
    ]);
  });

  test('has the agent’s own before others that are as near', () => {
    expect(order(houston).map(([phone]) => phone)).toEqual(
      [ny, houston, dallas, queens, miami].map(({ phone }) => phone),
    );
    expect(order(dallas)[1]).toEqual([dallas.phone, false]);
  });

  test('has the agent’s own only behind the pool where it is of elsewhere', () => {
    expect(order(miami).map(([phone]) => phone)).toEqual(
      [ny, dallas, queens, miami].map(({ phone }) => phone),
    );
  });
});
