import jwt from 'jsonwebtoken';
import type { Caller } from '@crm/contracts/endpoint/endpoint.js';
import { ManualClock } from '../testing/manual-clock.js';
import { testKeysOf, testPublicKeys, testSigner } from '../testing/service-keys.js';
import {
  newServiceKey,
  privateServiceKeys,
  publicServiceKeys,
  type PrivateServiceKeys,
  type PublicServiceKeys,
} from './service-keys.js';
import { createServiceTokenSigner, createServiceTokenVerifier, faultOf } from './service-token.js';

const refused = expect.objectContaining({ code: 'forbidden' }) as unknown;

function setUp(keys: PublicServiceKeys = testPublicKeys) {
  const clock = new ManualClock();
  const verify = createServiceTokenVerifier({ to: 'leads', keys, clock });
  return {
    clock,
    sign: testSigner('gateway', clock),
    verify,
    verdict: (token: string) => thrownBy(verify, token),
  };
}

function thrownBy(verify: (token: string) => Caller, token: string): unknown {
  try {
    return verify(token);
  } catch (error) {
    return error;
  }
}

/** A token with claims that no signer of ours would make. */
function forged(
  claims: Record<string, unknown>,
  { caller, keys: [{ kid, key }] }: PrivateServiceKeys = testKeysOf('gateway'),
): string {
  const payload = { iss: caller, aud: 'leads', ...claims };
  return jwt.sign(payload, key, { algorithm: 'ES256', keyid: kid, noTimestamp: !('iat' in claims) });
}

test('names the calling service to the one it was made for', () => {
  const { sign, verdict } = setUp();
  expect(verdict(sign('leads'))).toBe('gateway');
  expect(verdict(sign('auth'))).toEqual(refused);
});

test('is made anew where the clock was set back, so that none comes from the future', () => {
  const { clock, sign, verdict } = setUp();
  const first = sign('leads');
  clock.advance(-600_000);
  const second = sign('leads');
  expect(second).not.toBe(first);
  expect(verdict(second)).toBe('gateway');
});

test('lives 60 seconds and is made anew before that', () => {
  const { sign, verdict, clock } = setUp();
  const token = sign('leads');
  expect(jwt.decode(token, { json: true })).toMatchObject({ iss: 'gateway', aud: 'leads' });
  clock.advance(40_000);
  expect(sign('leads')).toBe(token);
  clock.advance(1_000);
  expect(sign('leads')).not.toBe(token);
  // A clock that is 30 s ahead counts it as alive, a second later nobody does, however often it was seen.
  clock.advance(48_000);
  expect(verdict(token)).toBe('gateway');
  clock.advance(1_000);
  expect(verdict(token)).toEqual(refused);
});

test.each([
  ['60 seconds', { iat: 0, exp: 60 }, 0, undefined],
  ['a second more', { iat: 0, exp: 61 }, 0, 'lives too long'],
  ['none at all', { iat: 10, exp: 10 }, 10, 'lives too long'],
  ['an end before its beginning', { iat: 10, exp: 5 }, 7, 'lives too long'],
  ['a caller whose clock is 30 s ahead', { iat: 30, exp: 90 }, 0, undefined],
  ['a caller whose clock is 31 s ahead', { iat: 31, exp: 91 }, 0, 'not yet'],
  ['an end 29 s ago', { iat: 0, exp: 60 }, 89, undefined],
  ['an end 30 s ago', { iat: 0, exp: 60 }, 90, 'over'],
] as const)('a life of %s', (_what, claims, now, fault) => {
  expect(faultOf(claims, now)).toBe(fault);
});

test('what no service of ours signed is refused', () => {
  const { verdict, clock } = setUp();
  const iat = Math.floor(clock.now().getTime() / 1000);
  const times = { iat, exp: iat + 60 };
  const unknown = privateServiceKeys.parse({ keys: [newServiceKey('gateway').private] });
  const [{ kid, key }] = testKeysOf('gateway').keys;
  const [{ kid: otherKid }] = testKeysOf('auth').keys;
  const payload = { iss: 'gateway', aud: 'leads', ...times };
  const made = [
    forged(times, unknown),
    // One service under another's name, and under another's key id.
    forged({ ...times, iss: 'auth' }),
    jwt.sign({ ...payload, iss: 'auth' }, key, { algorithm: 'ES256', keyid: otherKid }),
    jwt.sign(payload, key, { algorithm: 'ES256' }),
    jwt.sign(payload, '', { algorithm: 'none', keyid: kid }),
    jwt.sign(payload, testPublicKeys.get(kid)?.key.export({ type: 'spki', format: 'pem' }) ?? '', {
      algorithm: 'HS256',
      keyid: kid,
    }),
    forged({ iat, exp: iat + 3_600 }),
    forged({ iat }),
    forged({ exp: iat + 60 }),
    forged({ iat: iat + 31, exp: iat + 91 }),
    forged({ ...times, aud: ['leads', 'auth'] }),
    'nonsense',
  ];
  expect(made.map(verdict)).toEqual(made.map(() => refused));
  expect(verdict(forged(times))).toBe('gateway');
});

test('of two keys the first signs, and both are known while they are exchanged', () => {
  const clock = new ManualClock();
  const [old, fresh] = [newServiceKey('auth'), newServiceKey('auth')];
  const signer = (...pairs: (typeof old)[]) =>
    createServiceTokenSigner({
      from: 'auth',
      keys: privateServiceKeys.parse({ keys: pairs.map((pair) => pair.private) }),
      clock,
    })('leads');
  const known = publicServiceKeys.parse({ keys: [old.public, fresh.public] });
  const verify = createServiceTokenVerifier({ to: 'leads', keys: known, clock });
  for (const token of [signer(old), signer(old, fresh), signer(fresh, old), signer(fresh)]) {
    expect(verify(token)).toBe('auth');
  }
  const retired = publicServiceKeys.parse({ keys: [fresh.public] });
  const later = createServiceTokenVerifier({ to: 'leads', keys: retired, clock });
  expect(thrownBy(later, signer(old, fresh))).toEqual(refused);
  expect(later(signer(fresh, old))).toBe('auth');
});

test("a service that was given another's keys does not start with them", () => {
  const clock = new ManualClock();
  expect(() => createServiceTokenSigner({ from: 'auth', keys: testKeysOf('stats'), clock })).toThrow(
    'auth was given the keys of stats',
  );
});
