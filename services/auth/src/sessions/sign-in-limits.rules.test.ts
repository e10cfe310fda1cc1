import {
  allowances,
  allowancesFor,
  isKnownDevice,
  isKnownNetwork,
  knownDeviceMs,
  knownNetworkMs,
  knownPlaceKey,
  maxKnownDevices,
  maxKnownNetworks,
  rememberDevice,
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

describe('a known device', () => {
  test('is a browser from which the account signed in within a year; ten are remembered', () => {
    const known = [{ device: 'a', at: before(knownDeviceMs - 1) }];
    expect(isKnownDevice(known, 'a', now)).toBe(true);
    expect(isKnownDevice(known, 'b', now)).toBe(false);
    expect(isKnownDevice([{ device: 'a', at: before(knownDeviceMs) }], 'a', now)).toBe(false);
    const many = Array.from({ length: maxKnownDevices }, (_, n) => ({ device: `d${String(n)}`, at: now }));
    expect(rememberDevice(many, 'new', now).map(({ device }) => device)).toEqual([
      'new',
      ...many.slice(0, -1).map(({ device }) => device),
    ]);
  });

  test('and a network of that name are counted apart, and each account by itself', () => {
    const keys = [
      knownPlaceKey('a@example.com', { device: 'x' }),
      knownPlaceKey('a@example.com', { network: 'x' }),
      knownPlaceKey('b@example.com', { device: 'x' }),
    ];
    expect(new Set(keys).size).toBe(3);
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
    const known = Array.from({ length: maxKnownNetworks }, (_, n) => ({
      network: `n${String(n)}`,
      at: now,
    }));
    const remembered = rememberNetwork(known, 'n5', now).map(({ network }) => network);
    expect(remembered).toHaveLength(maxKnownNetworks);
    expect(remembered[0]).toBe('n5');
    expect(new Set(remembered).size).toBe(maxKnownNetworks);
    expect(rememberNetwork(known, 'new', now).map(({ network }) => network)).not.toContain('n19');
  });
});
