import { failureKind } from './carrier-error.js';

test.each([
  [400, 21211, 'refused'],
  [400, 21610, 'refused'],
  [422, 0, 'refused'],
  [400, 21210, 'ours'],
  [400, 21606, 'ours'],
  [401, 20003, 'ours'],
  [403, 0, 'ours'],
  [404, 20404, 'over'],
  [400, 21220, 'over'],
  [429, 20429, 'rate'],
  [500, 20500, 'unknown'],
  [503, 0, 'unknown'],
])('status %i with code %i is %s', (status, code, kind) => {
  expect(failureKind(status, code)).toBe(kind);
});
