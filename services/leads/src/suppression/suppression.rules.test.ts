import type { SuppressionScope } from '@crm/contracts/customers/suppression.js';
import {
  ageInDays,
  isScreened,
  outdatedRefusal,
  suppressionRefusal,
  unscreened,
  type DatedList,
  type Suppression,
} from './suppression.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const list = (scope: SuppressionScope, as_of = '2026-11-02'): DatedList => ({ scope, state: null, as_of });
const texas = (as_of = '2026-11-02'): DatedList => ({ scope: 'state', state: 'TX', as_of });

type Given = Partial<Suppression> & { channel?: 'call' | 'text' | 'email'; isCustomer?: boolean };
const asked = ({ channel = 'call', isCustomer = false, ...suppression }: Given) => ({
  ...{ channel, isCustomer, now },
  suppression: { ...unscreened, ...suppression },
  states: ['TX' as const],
});
const refusal = (given: Given) => suppressionRefusal(asked(given));
const agreed = (at: string | null, channels: ('call' | 'text')[] = []) => [
  { at: at === null ? null : new Date(at), channels },
];

test.each([
  ['2026-11-20', 0],
  ['2026-11-02', 18],
  ['2026-10-20', 31],
  ['2026-10-19', 32],
  ['2026-11-25', 0],
])('a list of %s is %i days old', (as_of, days) => {
  expect(ageInDays(as_of, now)).toBe(days);
});

describe('a number that is on', () => {
  test.each([
    [list('national'), 'The number is on the national list, and there is no written consent', false],
    [texas(), 'The number is on the list of Texas, and there is no written consent', false],
    [list('litigator'), 'The number is on the litigator list', true],
    [list('own'), 'The number is on our own list', true],
    [list('reassigned'), 'The number changed hands: it is on the list of reassigned numbers', false],
  ])('%j is refused with %j', (hit, sentence, isAbsolute) => {
    expect(refusal({ hits: [hit] })).toEqual({ sentence, isAbsolute });
    expect(refusal({ hits: [hit], channel: 'text' })?.sentence).toBe(sentence);
    expect(refusal({ hits: [hit], channel: 'email' })).toBeUndefined();
  });

  test.each([
    ['national', true],
    ['state', true],
    ['litigator', false],
    ['own', false],
    ['reassigned', false],
  ] as const)('the %s list is free with consent of an unknown day: %j', (scope, isFree) => {
    const hits = [{ ...texas(), scope }];
    expect(refusal({ hits, consents: agreed(null) }) === undefined).toBe(isFree);
    expect(refusal({ hits, isCustomer: true }) === undefined).toBe(isFree);
  });

  test('the national list, with consent to another channel, is refused', () => {
    const consents = agreed('2026-11-10T12:00:00.000Z', ['text']);
    expect(refusal({ hits: [list('national')], consents })).toBeDefined();
    expect(refusal({ hits: [list('national')], consents, channel: 'text' })).toBeUndefined();
  });

  test('the reassigned numbers is refused with the day of an older consent, and free with a newer one', () => {
    const hits = [list('reassigned')];
    expect(refusal({ hits, consents: agreed('2026-10-30T12:00:00.000Z') })?.sentence).toBe(
      'The number changed hands since the consent of 2026-10-30: it is on the list of reassigned numbers',
    );
    expect(refusal({ hits, consents: agreed('2026-11-03T18:00:00.000Z') })).toBeUndefined();
  });

  test('several is refused by the one that nobody sets aside', () => {
    expect(refusal({ hits: [list('national'), list('litigator')] })?.isAbsolute).toBe(true);
  });

  test('none is not refused', () => {
    expect(refusal({ loaded: [list('national')] })).toBeUndefined();
  });
});

const monthAgo = new Date('2026-10-19T00:00:00.000Z');
const lately = new Date('2026-10-21T00:00:00.000Z');

test.each<[string, Partial<Suppression>, string | undefined]>([
  ['no list was ever loaded', {}, undefined],
  ['a list of 31 days', { loaded: [list('national', '2026-10-20')] }, undefined],
  [
    'a national list of 34 days',
    { loaded: [list('national', '2026-10-17')] },
    'The national list is 34 days old: load a newer one',
  ],
  [
    'an old list of the state',
    { loaded: [texas('2026-10-01')] },
    'The list of Texas is 50 days old: load a newer one',
  ],
  ['an old list of another state', { loaded: [{ ...texas('2026-10-01'), state: 'FL' }] }, undefined],
  ['an old own list', { loaded: [list('own', '2020-01-01')] }, undefined],
  [
    'an old list, but screened since',
    { loaded: [list('national', '2026-10-01')], scrubbedAt: lately, isScrubbing: true },
    undefined,
  ],
  [
    'a number that the scrub service was not asked about',
    { isScrubbing: true },
    'The number was not screened in the last 31 days',
  ],
  [
    'one that it was asked about too long ago',
    { isScrubbing: true, scrubbedAt: monthAgo },
    'The number was not screened in the last 31 days',
  ],
  ['the same with a list that is new', { isScrubbing: true, loaded: [list('national')] }, undefined],
])('the dialler and %s', (_what, given, sentence) => {
  expect(outdatedRefusal(asked(given))).toBe(sentence);
});

test.each<[string, Partial<Suppression>, boolean]>([
  ['nothing', {}, false],
  ['an own list', { loaded: [list('own')] }, false],
  ['a national list', { loaded: [list('national')] }, true],
  ['an old national list', { loaded: [list('national', '2026-10-01')] }, false],
  ['a scrub of this month', { scrubbedAt: lately }, true],
  ['an older scrub', { scrubbedAt: monthAgo }, false],
])('a number is screened by %s: %j %j', (_what, given, is) => {
  expect(isScreened({ suppression: { ...unscreened, ...given }, now })).toBe(is);
});
