import { serviceLevelOf } from './service-level.rules.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 18, 0, second));
const call = (answeredAfter: number | null, state: 'ended' | 'talking' | 'ringing' = 'ended') => ({
  state,
  startedAt: at(0),
  connectedAt: answeredAfter === null ? null : at(answeredAfter),
});

test('the service level is the part of all callers who were answered in time', () => {
  const calls = [call(5), call(20, 'talking'), call(21), call(null)];
  expect(serviceLevelOf(calls, 20_000)).toEqual({ answered: 3, abandoned: 1, service_level: 0.5 });
});

test('whoever still waits counts as neither', () => {
  expect(serviceLevelOf([call(null, 'ringing')], 20_000)).toEqual({
    answered: 0,
    abandoned: 0,
    service_level: null,
  });
});
