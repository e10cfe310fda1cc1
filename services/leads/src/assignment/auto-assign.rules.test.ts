import type { StateCode } from '@crm/contracts/codes/states.js';
import { licencesFor } from '../test/builders.js';
import { inTurn, reasonFor, reasonForNobody, type WaitingCandidate } from './auto-assign.rules.js';

const texan: WaitingCandidate = {
  id: 'a',
  role_id: 2,
  subroles: [1],
  fullname: 'Dana Reyes',
  licences: licencesFor(['TX']),
  banned: 0,
  not_assign: 0,
  online: 1,
  given_at: null,
};
const lead = { type_id: 2 as const, state: 'TX' as StateCode | null };
const order = (candidates: readonly WaitingCandidate[], of = lead) =>
  inTurn(candidates, of, '2026-11-20').map(({ id }) => id);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 17, minute));

test.each<[string, Partial<WaitingCandidate>]>([
  ['licensed elsewhere', { licences: licencesFor(['CA']) }],
  [
    'licensed until yesterday',
    { licences: [{ state: 'TX', line: 'life', from: '2026-01-01', until: '2026-11-19' }] },
  ],
  ['licensed for health', { licences: [{ state: 'TX', line: 'health', from: '2026-01-01', until: null }] }],
  ['without the sub-role of its type', { subroles: [2] }],
  ['banned', { banned: 1 }],
  ['kept from assignment', { not_assign: 1 }],
  ['a guide', { role_id: 3 }],
  ['an admin', { role_id: 1 }],
])('nobody who is %s gets a lead', (_who, given) => {
  expect(order([{ ...texan, ...given }])).toEqual([]);
});

test('of a lead without a state every agent of the type may get it', () => {
  expect(order([{ ...texan, licences: [] }], { type_id: 2, state: null })).toEqual(['a']);
});

test('online comes before waiting, waiting before the name; who never had one waited longest', () => {
  const candidates: WaitingCandidate[] = [
    { ...texan, id: 'offline, never', online: 0 },
    { ...texan, id: 'online, late', given_at: at(9) },
    { ...texan, id: 'online, early', given_at: at(3) },
    { ...texan, id: 'online, never b' },
    { ...texan, id: 'online, never a' },
    { ...texan, id: 'offline, early', online: 0, given_at: at(1) },
  ];
  expect(order(candidates)).toEqual([
    'online, never a',
    'online, never b',
    'online, early',
    'online, late',
    'offline, never',
    'offline, early',
  ]);
});

test.each([
  [texan, 'Automatic: licensed for life leads in Texas, online, had no lead yet'],
  [{ ...texan, given_at: at(3) }, 'Automatic: licensed for life leads in Texas, online, waited longest'],
  [
    { ...texan, online: 0 as const, given_at: at(3) },
    'Automatic: licensed for life leads in Texas, nobody was online, waited longest',
  ],
])('the reason is a sentence', (candidate, sentence) => {
  expect(reasonFor(candidate, lead)).toBe(sentence);
});

test('that nobody got it is a sentence too', () => {
  expect(reasonForNobody({ type_id: 4, state: null })).toBe(
    'Automatic: no agent is available for health leads',
  );
});
