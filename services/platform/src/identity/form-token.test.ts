import jwt from 'jsonwebtoken';
import { ManualClock } from '../testing/manual-clock.js';
import { testKeysOf, testSigner } from '../testing/service-keys.js';
import { createFormTokens } from './form-token.js';
import { newServiceKey, privateServiceKeys, type PrivateServiceKeys } from './service-keys.js';

const ownKeys = testKeysOf('leads');
const otherKeys = privateServiceKeys.parse({ keys: [newServiceKey('leads').private] });

function setUp(given: { form?: string; keys?: PrivateServiceKeys; clock?: ManualClock } = {}) {
  const { form = 'quick-add', keys = ownKeys, clock = new ManualClock() } = given;
  return { clock, tokens: createFormTokens({ form, keys, clock, minSeconds: 3, maxSeconds: 600 }) };
}

test('a token counts from its third second on until it ends, and says when', () => {
  const { clock, tokens } = setUp();
  const token = tokens.issue();
  expect(tokens.read(token)).toEqual({ refused: 'too early' });
  clock.advance(2_000);
  expect(tokens.read(token)).toEqual({ refused: 'too early' });
  clock.advance(1_000);
  const endsAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000 + 597_000);
  expect(tokens.read(token)).toEqual({ id: expect.any(String) as unknown, endsAt });
  clock.advance(596_000);
  expect(tokens.read(token)).toHaveProperty('id');
  clock.advance(1_000);
  expect(tokens.read(token)).toEqual({ refused: 'too late' });
});

test('each has an id of its own, and nothing else that would tell them apart', () => {
  const { tokens } = setUp();
  const [one, other] = [tokens.issue(), tokens.issue()].map((token) => jwt.decode(token, { json: true }));
  expect(one?.jti).not.toBe(other?.jti);
  expect({ ...one, jti: '' }).toEqual({ ...other, jti: '' });
  expect(Object.keys(one ?? {}).sort()).toEqual(['aud', 'exp', 'iat', 'jti']);
});

test('what was made up, signed elsewhere, for another form or for a service is not ours', () => {
  const { clock, tokens } = setUp();
  const made = [
    '',
    'x.y.z',
    setUp({ keys: otherKeys, clock }).tokens.issue(),
    setUp({ form: 'other', clock }).tokens.issue(),
    testSigner('leads', clock)('quick-add'),
    jwt.sign({ jti: 'x', aud: 'quick-add', iat: 1, exp: 9e9 }, '', { algorithm: 'none' }),
  ];
  clock.advance(5_000);
  expect(made.map((token) => tokens.read(token))).toEqual(made.map(() => ({ refused: 'not ours' })));
});

test('one of the old key still counts while the key is exchanged', () => {
  const { clock, tokens } = setUp();
  const token = tokens.issue();
  clock.advance(5_000);
  expect(
    setUp({ keys: { caller: 'leads', keys: [...otherKeys.keys, ...ownKeys.keys] }, clock }).tokens.read(
      token,
    ),
  ).toHaveProperty('id');
  expect(setUp({ keys: otherKeys, clock }).tokens.read(token)).toEqual({ refused: 'not ours' });
});
