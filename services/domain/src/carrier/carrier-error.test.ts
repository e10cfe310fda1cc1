import twilio from 'twilio';
import { carrierCodes } from './carrier-codes.rules.js';
import { AccountFault, carrierError, failureKind } from './carrier-error.js';

test.each([
  [400, 21211, 'refused'],
  [400, 21216, 'refused'],
  [400, 21610, 'refused'],
  [400, 21620, 'refused'],
  [400, 12300, 'refused'],
  [422, 0, 'refused'],
  [400, 21210, 'account'],
  [400, 21215, 'account'],
  [400, 21219, 'account'],
  [400, 21606, 'account'],
  [400, 30034, 'account'],
  [401, 20003, 'account'],
  [403, 0, 'account'],
  [404, 20404, 'over'],
  [400, 21220, 'over'],
  [429, 20429, 'rate'],
  [400, 21611, 'rate'],
  [500, 20500, 'unknown'],
  [503, 0, 'unknown'],
])('status %i with code %i is %s', (status, code, kind) => {
  expect(failureKind(status, code)).toBe(kind);
});

const thrown = (status: number, code: number, message: string) =>
  carrierError(new twilio.RestException({ statusCode: status, body: { code, message, status } }));

test.each(
  Object.entries(carrierCodes).map(([code, { kind, sentence }]) => ({ code: Number(code), kind, sentence })),
)('code $code is of the kind $kind and has a sentence that a person can read', ({ code, kind, sentence }) => {
  expect(sentence).toMatch(/^\S.{8,}[^.\s]$/);
  expect(sentence).not.toMatch(/\d|'/);
  const error = thrown(400, code, 'Code speaks');
  expect([error.kind, error.message, error.code]).toEqual([kind, sentence, code]);
  expect(error instanceof AccountFault).toBe(kind === 'account');
});

test('a code that nobody knows is told in the carrier’s own words', () => {
  expect(thrown(400, 29999, 'Something of the carrier’s')).toMatchObject({
    kind: 'refused',
    message: 'Something of the carrier’s',
  });
});
