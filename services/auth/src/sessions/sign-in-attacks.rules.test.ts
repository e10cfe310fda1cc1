import { attacksIn, type RefusedSignIn } from './sign-in-attacks.rules.js';

const start = Date.parse('2026-11-20T17:00:00.000Z');
/** So many refused sign-ins, a second apart. */
const refused = (count: number, of: (number: number) => Omit<RefusedSignIn, 'at'>): RefusedSignIn[] =>
  Array.from({ length: count }, (_each, number) => ({ at: new Date(start + 1_000 * number), ...of(number) }));
const sprayed = (count: number) =>
  refused(count, (number) => ({
    address: '198.51.100.7',
    subjects: [`account/${String(number)}@example.com`],
  }));
const aimed = (count: number) =>
  refused(count, (number) => ({
    address: `198.51.${String(number)}.7`,
    subjects: ['account/ada@example.com', 'user/1'],
  }));

test('a network is attacked from as many refusals on as use up what it may have', () => {
  expect(attacksIn(sprayed(99))).toEqual([]);
  expect(attacksIn(sprayed(100))).toEqual([
    {
      by: 'network',
      name: '198.51.100.7',
      refused: 100,
      first_at: '2026-11-20T17:00:00.000Z',
      last_at: '2026-11-20T17:01:39.000Z',
    },
  ]);
});

test('an account is, from wherever it is tried', () => {
  expect(attacksIn(aimed(49))).toEqual([]);
  expect(attacksIn(aimed(50))).toMatchObject([{ by: 'account', name: 'ada@example.com', refused: 50 }]);
});

test('of IPv6 a household is one network, and the most refusals come first', () => {
  const household = refused(120, (number) => ({
    address: `2001:db8:1:2::${number.toString(16)}`,
    subjects: [],
  }));
  expect(attacksIn([...sprayed(101), ...household])).toMatchObject([
    { by: 'network', name: '2001:db8:1:2::/64', refused: 120 },
    { by: 'network', name: '198.51.100.7', refused: 101 },
  ]);
});

test('the order in which they are read makes no difference', () => {
  expect(attacksIn(aimed(60).reverse())).toEqual(attacksIn(aimed(60)));
});
