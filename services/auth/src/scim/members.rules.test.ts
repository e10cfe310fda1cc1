import { accountAfter, groupsOf, untouched } from './members.rules.js';

const rows = [
  { value: 'Chiefs', role: 'admin' },
  { value: 'Agents', role: 'agent' },
] as const;
const state = untouched('p', 0);

test.each([
  [{}, { banned: 0 }],
  [{ active: false }, { banned: 1 }],
  [{ needs_group: true }, { banned: 1 }],
  [
    { needs_group: true, groups: ['Agents'] },
    { role_id: 2, banned: 0 },
  ],
  [
    { needs_group: true, groups: ['agents', 'CHIEFS'] },
    { role_id: 1, banned: 0 },
  ],
  [
    { needs_group: true, groups: ['Agents'], active: false },
    { role_id: 2, banned: 1 },
  ],
  [{ needs_group: true, groups: ['Gone'] }, { banned: 1 }],
] as const)('of %j follows %j', (more, after) => {
  const scim = { ...state, ...more, groups: [...('groups' in more ? more.groups : [])] };
  expect(accountAfter(scim, undefined, rows)).toEqual({
    ...after,
    scim: { ...scim, locked: after.banned === 1 },
  });
});

test.each([
  // An admin's ban stays, whatever the provider says.
  [{ banned: 1 }, true, 1, false],
  [{ banned: 1, scim: { locked: false } }, true, 1, false],
  [{ banned: 1, scim: { locked: false } }, false, 1, false],
  // Its own it lifts.
  [{ banned: 1, scim: { locked: true } }, true, 0, false],
  [{ banned: 0, scim: { locked: true } }, true, 0, false],
  [{ banned: 0 }, false, 1, true],
] as const)('before %j, active %p: banned %d', (before, active, banned, locked) => {
  const after = accountAfter({ ...state, active }, before, rows);
  expect([after.banned, after.scim.locked]).toEqual([banned, locked]);
});

test('a group is there once, by an id that does not hang on capitals', () => {
  const [first, ...rest] = groupsOf([
    { value: 'Agents', role: 'agent' },
    { value: 'agents', role: 'guide' },
  ]);
  expect(rest).toEqual([]);
  expect(first?.id).toBe(groupsOf([{ value: 'AGENTS', role: 'agent' }])[0]?.id);
});
