import { readFilter, pageOf } from './filter.rules.js';
import { patchMembers, patchUser } from './patch.rules.js';
import { ScimRefusal } from './scim-refusal.js';

/** The type of the refusal that something ends in; undefined for none. */
function refusalOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof ScimRefusal) return error.scimType;
    throw error;
  }
}

const dana = {
  userName: 'dana@example.com',
  externalId: '00u4',
  givenName: 'Dana',
  familyName: 'Reyes',
  active: true,
};

test.each([
  // Okta deactivates so.
  [[{ op: 'replace', value: { active: false } }], { active: false }],
  // Entra ID so, with a capital and the value as a word.
  [[{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  [[{ op: 'Replace', path: 'active', value: [{ value: 'False' }] }], { active: false }],
  [[{ op: 'Add', path: 'active', value: true }], {}],
  [
    [
      { op: 'Add', path: 'name.givenName', value: 'Ana' },
      { op: 'Replace', path: 'name.familyName', value: 'Ruiz' },
    ],
    { givenName: 'Ana', familyName: 'Ruiz' },
  ],
  [[{ op: 'replace', path: 'name', value: { familyName: 'Ruiz' } }], { familyName: 'Ruiz' }],
  [[{ op: 'replace', value: { name: { familyName: 'Ruiz' } } }], { familyName: 'Ruiz' }],
  [
    [{ op: 'replace', value: { 'name.familyName': 'Ruiz', userName: 'ruiz@example.com' } }],
    { familyName: 'Ruiz', userName: 'ruiz@example.com' },
  ],
  [
    [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'r@example.com' }],
    { userName: 'r@example.com' },
  ],
  [[{ op: 'Remove', path: 'externalId' }], { externalId: null }],
  [[{ op: 'remove', path: 'name.familyName' }], { familyName: '' }],
  [[{ op: 'replace', path: 'emails[type eq "work"].value', value: 'else@example.com' }], {}],
  [[{ op: 'replace', path: 'title', value: 'Chief' }], {}],
  [
    [
      { op: 'add', value: { active: 'False' } },
      { op: 'add', value: { active: 'True' } },
    ],
    {},
  ],
])('%j changes %j', (operations, changed) => {
  expect(patchUser(dana, operations)).toEqual({ ...dana, ...changed });
});

test.each([
  [{ op: 'move', path: 'active', value: true }, 'invalidSyntax'],
  [{ op: 'replace', value: 'active' }, 'invalidSyntax'],
  [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  [{ op: 'replace', path: 'userName', value: 7 }, 'invalidValue'],
  [{ op: 'remove' }, 'invalidPath'],
  [{ op: 'remove', path: 'userName' }, 'mutability'],
  [{ op: 'remove', path: 'active' }, 'mutability'],
])('%j is refused as %s', (operation, scimType) => {
  expect(refusalOf(() => patchUser(dana, [operation]))).toBe(scimType);
});

const agents = { displayName: 'Agents', members: ['a', 'b'] };

test.each([
  [[{ op: 'add', path: 'members', value: [{ value: 'c' }, { value: 'a' }] }], ['a', 'b', 'c']],
  [[{ op: 'Add', path: 'members', value: { value: 'c' } }], ['a', 'b', 'c']],
  [[{ op: 'remove', path: 'members[value eq "a"]' }], ['b']],
  [[{ op: 'Remove', path: 'members', value: [{ value: 'b' }] }], ['a']],
  [[{ op: 'remove', path: 'members' }], []],
  [[{ op: 'replace', path: 'members', value: [{ value: 'c' }] }], ['c']],
  [[{ op: 'replace', value: { id: 'x', displayName: 'Agents' } }], ['a', 'b']],
  [[{ op: 'replace', value: { members: [{ value: 'c' }] } }], ['c']],
])('of the group %j makes %j', (operations, after) => {
  expect(patchMembers(agents, operations).sort()).toEqual(after);
});

test.each([
  [{ op: 'replace', value: { displayName: 'Others' } }, 'mutability'],
  [{ op: 'add', path: 'members', value: ['a'] }, 'invalidValue'],
  [{ op: 'remove', path: 'displayName' }, 'invalidPath'],
])('of a group %j is refused as %s', (operation, scimType) => {
  expect(refusalOf(() => patchMembers(agents, [operation]))).toBe(scimType);
});

const known = ['userName', 'externalId'];

test.each([
  [undefined, undefined],
  ['', undefined],
  ['userName eq "dana@example.com"', { attribute: 'userName', value: 'dana@example.com' }],
  ['username EQ "Dana@example.com"', { attribute: 'userName', value: 'Dana@example.com' }],
  ['externalId eq "a \\"b\\""', { attribute: 'externalId', value: 'a "b"' }],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', { attribute: 'userName', value: 'a' }],
])('the filter %s is %j', (filter, read) => {
  expect(readFilter(filter, known)).toEqual(read);
});

test.each([
  'userName sw "a"',
  'userName eq a',
  'title eq "a"',
  'userName eq "a" or externalId eq "b"',
  'userName eq "\\q"',
])('the filter %s is refused', (filter) => {
  expect(refusalOf(() => readFilter(filter, known))).toBe('invalidFilter');
});

test.each([
  [{}, 1, 200],
  [{ startIndex: 0, count: 10 }, 1, 10],
  [{ startIndex: 11, count: 1_000 }, 11, 200],
  [{ count: -1 }, 1, 0],
])('the page %j begins at %d and has %d rows', (query, startIndex, count) => {
  expect(pageOf(query, 200)).toEqual({ startIndex, count });
});
