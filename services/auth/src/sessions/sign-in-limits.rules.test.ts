import {
  allowances,
  allowancesFor,
  isKnownNetwork,
  knownNetworkMs,
  mostKnownNetworks,
  rememberNetwork,
  waitFor,
} from './sign-in-limits.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const before = (ms: number) => new Date(now.getTime() - ms);

describe('what a failed sign-in draws on', () => {
  test('from a network that the account does not know: the pair, the network and the account', () => {
    expect(allowancesFor('dana@example.com', '203.0.113.7', false).map(({ name }) => name)).toEqual([
      'pair',
      'network',
      'account',
    ]);
  });

  test('from one that it knows: the pair alone, so that nobody elsewhere can use it up', () => {
    expect(allowancesFor('dana@example.com', '203.0.113.7', true).map(({ name }) => name)).toEqual(['pair']);
  });

  test('is kept under keys that tell neither e-mail nor address', () => {
    const keys = allowancesFor('dana@example.com', '203.0.113.7', false).map(({ key }) => key);
    expect(keys.join()).not.toMatch(/dana|example|203/);
    expect(new Set(keys).size).toBe(3);
  });

  test('differs between two accounts of one network, and two networks of one account', () => {
    const [one] = allowancesFor('a@example.com', '203.0.113.7', true);
    const [other] = allowancesFor('b@example.com', '203.0.113.7', true);
    const [elsewhere] = allowancesFor('a@example.com', '203.0.113.8', true);
    expect(new Set([one?.key, other?.key, elsewhere?.key]).size).toBe(3);
  });
});

describe('an allowance', () => {
  const { burst, refillMs } = allowances.pair;

  test('lets its burst through', () => {
    expect(waitFor(now.getTime() + burst * refillMs, allowances.pair, now)).toBe(0);
  });

  test('makes the next one wait until one is refilled', () => {
    expect(waitFor(now.getTime() + (burst + 1) * refillMs, allowances.pair, now)).toBe(refillMs);
  });
});

describe('a known network', () => {
  test('is one from which the account signed in within 30 days', () => {
    const known = [{ network: 'a', at: before(knownNetworkMs - 1) }];
    expect(isKnownNetwork(known, 'a', now)).toBe(true);
    expect(isKnownNetwork(known, 'b', now)).toBe(false);
    expect(isKnownNetwork([{ network: 'a', at: before(knownNetworkMs) }], 'a', now)).toBe(false);
  });

  test('stands once, the newest first, and no more than twenty of them', () => {
    const known = Array.from({ length: mostKnownNetworks }, (_, n) => ({
      network: `n${String(n)}`,
      at: now,
    }));
    const remembered = rememberNetwork(known, 'n5', now).map(({ network }) => network);
    expect(remembered).toHaveLength(mostKnownNetworks);
    expect(remembered[0]).toBe('n5');
    expect(new Set(remembered).size).toBe(mostKnownNetworks);
    expect(rememberNetwork(known, 'new', now).map(({ network }) => network)).not.toContain('n19');
  });
});
