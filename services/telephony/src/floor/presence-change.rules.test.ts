import { isSameOnFloor } from './presence-change.rules.js';

const online = { online: 1, active: 1, in_call: 0, AD_Status: 0 } as const;
const calling = { ...online, online: 0, in_call: 1 } as const;
const off = { ...online, online: 0, active: 0, away_reason: 'break' } as const;

test.each([
  ['who begins a call is as before', online, calling, true],
  ['who ends one is as before', calling, online, true],
  ['who switches off is not', online, off, false],
  ['who switches on is not', off, online, false],
  ['who was switched off in a call and ends it is not', calling, { ...off, away_reason: null }, false],
  ['another reason is told', off, { ...off, away_reason: 'lunch' }, false],
  ['a guide whose dialler starts is not as before', online, { ...online, AD_Status: 1 }, false],
  ['of whom nothing was known is looked at', {}, calling, false],
  ['a presence that was known already is looked at again', undefined, online, false],
] as const)('%s', (_name, before, after, expected) => {
  expect(isSameOnFloor(before, after)).toBe(expected);
});
