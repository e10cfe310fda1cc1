import { callerNames } from '@crm/contracts/endpoint/endpoint.js';
import { exchangeKey, keySettings, newKeyRing, ownKeysIn, type ServiceKeyRing } from './key-ring.js';

const ring = newKeyRing();
const signs = (of: ServiceKeyRing) => of.private.leads.keys.map(({ kid }) => kid);
const known = (of: ServiceKeyRing) =>
  of.public.keys.flatMap(({ iss, kid }) => (iss === 'leads' ? [kid] : []));

test('a new ring has one pair for each caller, and the public set bears no private part', () => {
  expect(ring.public.keys.map(({ iss }) => iss)).toEqual([...callerNames]);
  expect(JSON.stringify(ring.public)).not.toContain('"d"');
  for (const caller of callerNames) expect(ownKeysIn(ring, caller).caller).toBe(caller);
});

test("a service is given its own private keys and nobody else's", () => {
  const { SERVICE_KEYS, SERVICE_PUBLIC_KEYS } = keySettings(ring, 'leads');
  for (const { d, iss } of callerNames.flatMap((caller) => ring.private[caller].keys)) {
    expect(SERVICE_KEYS.includes(d)).toBe(iss === 'leads');
    expect(SERVICE_PUBLIC_KEYS).not.toContain(d);
  }
});

test('a key is exchanged in three steps, in each of which whatever signs is known', () => {
  const [old] = signs(ring);
  const added = exchangeKey(ring, 'leads', 'add');
  const [, fresh] = signs(added);
  expect([signs(added), known(added)]).toEqual([
    [old, fresh],
    [old, fresh],
  ]);
  const used = exchangeKey(added, 'leads', 'use');
  expect([signs(used), known(used)]).toEqual([
    [fresh, old],
    [old, fresh],
  ]);
  const retired = exchangeKey(used, 'leads', 'retire');
  expect([signs(retired), known(retired)]).toEqual([[fresh], [fresh]]);
  expect(retired.private.auth).toEqual(ring.private.auth);
  expect(retired.public.keys).toHaveLength(callerNames.length);
});

test.each([
  ['add', exchangeKey(ring, 'leads', 'add'), 'leads has two keys'],
  ['use', ring, 'leads has one key'],
  ['retire', ring, 'leads has one key'],
] as const)('%s is refused where it is not its turn', (step, given, reason) => {
  expect(() => exchangeKey(given, 'leads', step)).toThrow(reason);
});
