import { Types } from 'mongoose';
import type { KnownFollowup } from '../lead/lead.model.js';
import { idOfTimeline, knownFollowups, nextFollowup, withFollowup } from './known-followups.rules.js';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const idOf = (number: number) => new Types.ObjectId(String(number).padStart(24, '0'));
const state = (
  number: number,
  hour: number | null,
  version = 1,
  given: Partial<KnownFollowup> = {},
): KnownFollowup => ({
  ...{ id: idOf(number), version, at: hour === null ? null : at(hour), priority: 3 },
  ...given,
});
const ofTimeline = (hour: number | null, version = 1_000) =>
  state(0, hour, version, { id: new Types.ObjectId(idOfTimeline) });
const shown = (followups: readonly KnownFollowup[] | undefined) =>
  followups?.map(({ id, at: due }) => [Number(id.toHexString()), due?.getUTCHours() ?? null]);

test.each([
  ['the first', [], state(1, 9), [[1, 9]]],
  [
    'another one',
    [state(1, 9)],
    state(2, 8),
    [
      [1, 9],
      [2, 8],
    ],
  ],
  [
    'a newer state',
    [state(1, 9), state(2, 8)],
    state(1, null, 2),
    [
      [2, 8],
      [1, null],
    ],
  ],
  ['the same once more', [state(1, 9)], state(1, 9), undefined],
  ['an older state', [state(1, null, 3)], state(1, 9, 2), undefined],
] as const)('%s is known, each by its own version', (_name, known, told, expected) => {
  expect(shown(withFollowup(known, told))).toEqual(expected);
});

test('of closed ones the newest ten are remembered, of open ones all', () => {
  const closed = Array.from({ length: 12 }, (_, index) => state(index + 1, null));
  const known = [...closed, state(20, 9)];
  expect(shown(withFollowup(known, state(13, null)))).toEqual([
    [20, 9],
    ...[13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((number) => [number, null]),
  ]);
});

describe('what a timeline told, which knows no ids,', () => {
  test.each([
    ['moves on', [ofTimeline(9)], ofTimeline(8, 2_000), [[0, 8]]],
    ['says nothing beside what a follow-up told of itself', [state(1, 9)], ofTimeline(8), undefined],
    ['is what is met later, changed', [ofTimeline(9)], state(1, null, 2), [[1, null]]],
    ['is what is made at the same time', [ofTimeline(9)], state(1, 9), [[1, 9]]],
    [
      'stays beside one that is made now',
      [ofTimeline(9)],
      state(1, 8),
      [
        [0, 9],
        [1, 8],
      ],
    ],
    [
      'stays when that one changes',
      [ofTimeline(9), state(1, 8)],
      state(1, 7, 2),
      [
        [0, 9],
        [1, 7],
      ],
    ],
  ] as const)('%s', (_name, known, told, expected) => {
    expect(shown(withFollowup(known, told))).toEqual(expected);
  });
});

test.each([
  ['nothing of a lead without any', {}, []],
  ['the one of before', { followup: state(1, 9) }, [[1, 9]]],
  [
    'all of them',
    { followup: state(1, 9), followups: [state(1, 9), state(2, null)] },
    [
      [1, 9],
      [2, null],
    ],
  ],
  [
    'one that a process of before saved besides',
    { followup: state(3, 7), followups: [state(1, 9)] },
    [
      [1, 9],
      [3, 7],
    ],
  ],
])('a day knows %s', (_name, day, expected) => {
  expect(shown(knownFollowups(day))).toEqual(expected);
});

test.each([
  ['none of none', [], undefined],
  ['the earliest open one', [state(1, 9), state(2, 7), state(3, null)], 2],
  ['of two at the same time the more important', [state(1, 9), state(2, 9, 1, { priority: 1 })], 2],
  ['the newest of closed ones', [state(1, null), state(2, null)], 2],
])('a lead is due by %s', (_name, known, expected) => {
  const next = nextFollowup(known);
  expect(next && Number(next.id.toHexString())).toBe(expected);
});
