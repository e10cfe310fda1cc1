import {
  mayCall,
  maySeeType,
  mayWorkLead,
  ownersSeen,
  passes,
  rights,
  rolesWith,
  seesOf,
  type Actor,
  type Right,
} from './access.js';

const everyone = {
  admin: { id: 'a', role: 1, subroles: [], fullname: '' },
  lifeAgent: { id: 'l', role: 2, subroles: [1], fullname: '' },
  healthAgent: { id: 'h', role: 2, subroles: [2], fullname: '' },
  guide: { id: 'g', role: 3, subroles: [], fullname: '' },
  teamLead: { id: 't', role: 4, subroles: [1], fullname: '', team: ['l'] },
  compliance: { id: 'c', role: 5, subroles: [], fullname: '' },
  auditor: { id: 'u', role: 6, subroles: [], fullname: '' },
  operator: { id: 'o', role: 7, subroles: [], fullname: '' },
} as const satisfies Record<string, Actor>;
type Who = keyof typeof everyone;

test.each([
  ['admin', 'admin', undefined, true],
  ['admin', 'lifeAgent', undefined, false],
  ['admin', 'teamLead', undefined, false],
  ['admin|agent', 'lifeAgent', undefined, true],
  ['admin|agent', 'teamLead', undefined, true],
  ['admin|agent', 'guide', undefined, false],
  ['guide|admin', 'lifeAgent', undefined, false],
  ['guide|admin', 'teamLead', undefined, false],
  ['own', 'lifeAgent', 'l', true],
  ['own', 'lifeAgent', 'h', false],
  ['own', 'admin', 'l', false],
  ['self', 'lifeAgent', 'l', true],
  ['self', 'lifeAgent', 'h', false],
  ['self', 'admin', 'l', true],
  // What is somebody's own account stays theirs, in a team too.
  ['self', 'teamLead', 'l', false],
  ['guide, own', 'guide', 'g', true],
  ['guide, own', 'guide', 'x', false],
  ['guide, own', 'admin', 'g', false],
  ['signed-in', 'guide', undefined, true],
  ['signed-in', 'teamLead', undefined, true],
  // Words of the catalogue let in none of these: the table names their calls.
  ['signed-in', 'compliance', undefined, false],
  ['lead', 'compliance', undefined, false],
  ['owner', 'auditor', undefined, false],
  ['signed-in', 'operator', undefined, false],
  ['public', 'operator', undefined, true],
  ['internal', 'admin', undefined, false],
] as const)('rule %s asked by %s about %p: %p', (access, who, subject, passed) => {
  expect(passes({ name: 'aCallOfNoRole', access }, everyone[who], subject)).toBe(passed);
});

test('a call that the table names for a role is open to it, whatever its words', () => {
  const call = { name: 'listAuditEntries', access: 'admin' } as const;
  expect(rolesWith(call)).toEqual([1, 5, 6]);
  expect(mayCall({ ...call, name: 'getSystemPart' }, 7)).toBe(true);
  expect(mayCall({ ...call, name: 'getFloor' }, 4)).toBe(true);
});

test('somebody else’s records are named in a call by whoever sees them all, and their own by everybody', () => {
  const ofUser = { name: 'listLeadsOfUser', access: 'self' } as const;
  expect(passes(ofUser, everyone.compliance, 'l')).toBe(true);
  const password = { name: 'changePassword', access: 'own' } as const;
  expect(passes(password, everyone.compliance, 'c')).toBe(true);
  expect(passes(password, everyone.compliance, 'l')).toBe(false);
});

test.each([
  ['admin', undefined],
  ['compliance', undefined],
  ['lifeAgent', ['l']],
  ['guide', ['g']],
  ['teamLead', ['t', 'l']],
  ['auditor', ['u']],
] as const)('%s sees what belongs to %p', (who, owners) => {
  expect(ownersSeen(everyone[who])).toEqual(owners);
});

test('a team lead without a team sees the own alone, and nobody’s is for those who see all', () => {
  const { team: _none, ...alone } = everyone.teamLead;
  expect(ownersSeen(alone)).toEqual(['t']);
  expect(seesOf(everyone.teamLead, 'l')).toBe(true);
  expect(seesOf(everyone.teamLead, 'h')).toBe(false);
  expect(seesOf(everyone.teamLead, null)).toBe(false);
  expect(seesOf(everyone.admin, null)).toBe(true);
});

test.each([
  ['admin', 2, true],
  ['admin', 4, true],
  ['lifeAgent', 2, true],
  ['lifeAgent', 4, false],
  ['healthAgent', 4, true],
  ['guide', 2, false],
  ['teamLead', 2, true],
  ['teamLead', 4, false],
  ['compliance', 4, true],
  ['auditor', 2, false],
  ['operator', 2, false],
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
  ['teamLead', 2, 't', true],
  ['teamLead', 4, 'l', true],
  ['teamLead', 2, 'h', false],
  ['teamLead', 2, null, true],
  ['teamLead', 4, null, false],
  ['compliance', 2, 'x', true],
  ['compliance', 4, null, true],
  ['auditor', 2, 'x', false],
  ['auditor', 2, null, false],
  ['operator', 2, null, false],
] as const)('%s works a lead of type %d that belongs to %p: %p', (who, type_id, user_id, may) => {
  expect(mayWorkLead(everyone[who], { type_id, user_id })).toBe(may);
});

const agents = ['lifeAgent', 'healthAgent'] as const;
const floor: Who[] = ['admin', ...agents, 'teamLead'];
const callers: Who[] = ['admin', ...agents, 'guide', 'teamLead'];

// Written out by hand, by rules A5, A11 and A35.
const expected: Record<Right, Who[]> = {
  'page:life': ['admin', 'lifeAgent', 'teamLead', 'compliance'],
  'page:health': ['admin', 'healthAgent', 'compliance'],
  'page:raw-leads': floor,
  'page:inbox': floor,
  'page:follow-ups': floor,
  'page:records': ['admin', 'teamLead', 'compliance'],
  'page:calls': [...callers, 'compliance'],
  'page:licences': [...floor, 'compliance'],
  'page:statistic': floor,
  'page:floor': ['admin', 'teamLead'],
  'page:deals': floor,
  'page:guide': ['guide'],
  'page:missed-calls': ['admin', 'guide'],
  'page:placeholder': floor,
  'page:contact-law': ['admin', 'compliance'],
  'page:privacy': ['admin', 'compliance'],
  'page:audit': ['admin', 'compliance', 'auditor'],
  'page:evidence': ['admin', 'compliance', 'auditor'],
  'page:system': ['admin', 'operator'],
  'page:lead': [...callers, 'compliance'],
  'home:day': floor,
  'menu:raw-leads': ['admin'],
  'menu:inbox': [...agents, 'teamLead'],
  'menu:records': ['admin', 'teamLead', 'compliance'],
  'menu:deals': ['admin'],
  'menu:calls': ['compliance'],
  'menu:contact-law': ['compliance'],
  'menu:audit': ['compliance', 'auditor'],
  'menu:system': ['operator'],
  'leads:work': callers,
  'leads:search': [...callers, 'compliance'],
  'leads:read-held': ['admin'],
  'leads:bulk': ['admin', 'teamLead'],
  'leads:send': ['admin'],
  'leads:delete': ['admin'],
  'leads:import': ['admin'],
  'leads:filter-by-agent': ['admin', 'teamLead', 'compliance'],
  'calls:make': callers,
  'followups:delete': ['admin'],
  'licences:manage': ['admin', 'compliance'],
  'users:manage': ['admin'],
  'people:read': ['admin', 'compliance'],
  'settings:manage': ['admin'],
  'presence:switch': [...agents, 'teamLead'],
};

test.each(Object.entries(expected) as [Right, Who[]][])('%s is for %p', (right, allowed) => {
  const who = Object.entries(everyone).filter(([, actor]) => rights[right](actor));
  expect(who.map(([name]) => name)).toEqual(allowed);
});
