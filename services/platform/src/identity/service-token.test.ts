import jwt from 'jsonwebtoken';
import { ManualClock } from '../testing/manual-clock.js';
import { testServiceKey } from '../testing/tokens.js';
import { createServiceTokenSigner, createServiceTokenVerifier } from './service-token.js';

const otherKey = 'another key, which is also longer than it has to be';
const refused = expect.objectContaining({ code: 'forbidden' }) as unknown;

function setUp(key: string = testServiceKey) {
  const clock = new ManualClock();
  return {
    clock,
    sign: createServiceTokenSigner({ from: 'gateway', key, clock }),
    verify: createServiceTokenVerifier({ to: 'leads', key: testServiceKey, clock }),
  };
}

function thrownBy(fn: () => unknown): unknown {
  try {
    return fn();
  } catch (error) {
    return error;
  }
}

test('names the calling service to the one it was made for', () => {
  const { sign, verify } = setUp();
  expect(verify(sign('leads'))).toBe('gateway');
  expect(thrownBy(() => verify(sign('auth')))).toEqual(refused);
});

test('lives 60 seconds and is made anew before that', () => {
  const { sign, verify, clock } = setUp();
  const token = sign('leads');
  clock.advance(40_000);
  expect(sign('leads')).toBe(token);
  clock.advance(1_000);
  expect(sign('leads')).not.toBe(token);
  clock.advance(18_999);
  expect(verify(token)).toBe('gateway');
  clock.advance(1);
  expect(thrownBy(() => verify(token))).toEqual(refused);
});

test('of another key, another algorithm or no kind at all is refused', () => {
  const { verify } = setUp();
  expect(thrownBy(() => verify(setUp(otherKey).sign('leads')))).toEqual(refused);
  expect(
    thrownBy(() => verify(jwt.sign({ sub: 'gateway', aud: 'leads' }, '', { algorithm: 'none' }))),
  ).toEqual(refused);
  expect(thrownBy(() => verify(jwt.sign({ sub: 'gateway', aud: 'leads' }, testServiceKey)))).toEqual(refused);
  expect(thrownBy(() => verify('nonsense'))).toEqual(refused);
});

test('verifies by the old key while the new one signs', () => {
  const clock = new ManualClock();
  const verify = createServiceTokenVerifier({ to: 'leads', key: [otherKey, testServiceKey], clock });
  for (const key of [testServiceKey, otherKey, [otherKey, testServiceKey]] as const) {
    expect(verify(createServiceTokenSigner({ from: 'auth', key, clock })('leads'))).toBe('auth');
  }
});

test('a key that can be guessed is no key', () => {
  expect(() => createServiceTokenSigner({ from: 'auth', key: 'short', clock: new ManualClock() })).toThrow(
    'fewer than 32',
  );
});
