import { mayWorkLead, maySeeType, passes, rights, type Right } from './access.js';

const admin = { id: 'a', role: 1, subroles: [] } as const;
const lifeAgent = { id: 'l', role: 2, subroles: [1] } as const;
const healthAgent = { id: 'h', role: 2, subroles: [2] } as const;
const guide = { id: 'g', role: 3, subroles: [] } as const;
const everyone = { admin, lifeAgent, healthAgent, guide };
type Who = keyof typeof everyone;

test.each([
  ['admin', 'admin', undefined, true],
  ['admin', 'lifeAgent', undefined, false],
  ['admin|agent', 'lifeAgent', undefined, true],
  ['admin|agent', 'guide', undefined, false],
  ['guide|admin', 'lifeAgent', undefined, false],
  ['own', 'lifeAgent', 'l', true],
  ['own', 'lifeAgent', 'h', false],
  ['own', 'admin', 'l', false],
  ['self', 'lifeAgent', 'l', true],
  ['self', 'lifeAgent', 'h', false],
  ['self', 'admin', 'l', true],
  ['guide, own', 'guide', 'g', true],
  ['guide, own', 'guide', 'x', false],
  ['guide, own', 'admin', 'g', false],
  ['signed-in', 'guide', undefined, true],
] as const)('rule %s asked by %s about %p: %p', (rule, who, subject, passed) => {
  expect(passes(rule, everyone[who], subject)).toBe(passed);
});

test.each([
  ['admin', 2, true],
  ['admin', 4, true],
  ['lifeAgent', 2, true],
  ['lifeAgent', 4, false],
  ['healthAgent', 4, true],
  ['guide', 2, false],
] as const)('%s sees type %d: %p', (who, type, seen) => {
  expect(maySeeType(everyone[who], type)).toBe(seen);
});

test.each([
  ['admin', 2, 'x', true],
  ['lifeAgent', 2, 'l', true],
  ['lifeAgent', 4, 'l', true],
  ['lifeAgent', 2, 'h', false],
  ['lifeAgent', 2, null, true],
  ['healthAgent', 2, null, false],
  ['guide', 2, 'g', true],
  ['guide', 2, null, false],
] as const)('%s works a lead of type %d that belongs to %p: %p', (who, type_id, user_id, may) => {
  expect(mayWorkLead(everyone[who], { type_id, user_id })).toBe(may);
});

// Written out by hand, by rules A5 and A11.
const expected: Record<Right, Who[]> = {
  'page:life': ['admin', 'lifeAgent'],
  'page:health': ['admin', 'healthAgent'],
  'page:raw-leads': ['admin', 'lifeAgent', 'healthAgent'],
  'page:inbox': ['admin', 'lifeAgent', 'healthAgent'],
  'page:follow-ups': ['admin', 'lifeAgent', 'healthAgent'],
  'page:records': ['admin'],
  'page:calls': ['admin', 'lifeAgent', 'healthAgent', 'guide'],
  'page:licences': ['admin', 'lifeAgent', 'healthAgent'],
  'page:statistic': ['admin', 'lifeAgent', 'healthAgent'],
  'home:day': ['admin', 'lifeAgent', 'healthAgent'],
  'page:floor': ['admin'],
  'page:deals': ['admin', 'lifeAgent', 'healthAgent'],
  'page:guide': ['guide'],
  'page:missed-calls': ['admin', 'guide'],
  'page:placeholder': ['admin', 'lifeAgent', 'healthAgent'],
  'menu:raw-leads': ['admin'],
  'menu:inbox': ['lifeAgent', 'healthAgent'],
  'menu:records': ['admin'],
  'menu:deals': ['admin'],
  'leads:read-held': ['admin'],
  'leads:bulk': ['admin'],
  'leads:delete': ['admin'],
  'leads:import': ['admin'],
  'leads:filter-by-agent': ['admin'],
  'followups:delete': ['admin'],
  'users:manage': ['admin'],
  'settings:manage': ['admin'],
  'presence:switch': ['lifeAgent', 'healthAgent'],
};

test.each(Object.entries(expected) as [Right, Who[]][])('%s is for %p', (right, allowed) => {
  const who = Object.entries(everyone).filter(([, actor]) => rights[right](actor));
  expect(who.map(([name]) => name)).toEqual(allowed);
});
