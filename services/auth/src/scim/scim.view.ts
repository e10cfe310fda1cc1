import { scimSchemas, type ScimGroup, type ScimUser } from '@crm/contracts/http/scim.js';
import type { RoleRow } from '@crm/contracts/resources/identity-provider.js';
import type { StoredUser } from '../user/user.model.js';
import { lowered } from '../user/user.rules.js';
import { groupsOf, type RoleGroup } from './members.rules.js';

export type ScimViewed = Pick<
  StoredUser,
  '_id' | 'fname' | 'lname' | 'fullname' | 'email' | 'banned' | 'scim' | 'createdAt' | 'updatedAt'
>;

/** An account as SCIM answers it. `base` is the address of SCIM. */
export function scimUserView(user: ScimViewed, rows: readonly RoleRow[], base: string): ScimUser {
  const id = user._id.toHexString();
  const { fname, lname, fullname, email, scim } = user;
  const isIn = new Set((scim?.groups ?? []).map(lowered));
  return {
    schemas: [scimSchemas.user],
    id,
    ...(typeof scim?.external_id === 'string' && { externalId: scim.external_id }),
    userName: email,
    name: { givenName: fname, familyName: lname, formatted: fullname },
    displayName: fullname,
    emails: [{ value: email, type: 'work', primary: true }],
    active: scim?.active ?? user.banned === 0,
    groups: groupsOf(rows)
      .filter(({ displayName }) => isIn.has(lowered(displayName)))
      .map(({ id: value, displayName: display }) => ({ value, display })),
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}

/** A group as SCIM answers it; without its members where those are not wanted. */
export const scimGroupView = (
  { id, displayName }: RoleGroup,
  members: readonly Pick<ScimViewed, '_id' | 'fullname'>[] | undefined,
  base: string,
): ScimGroup => ({
  schemas: [scimSchemas.group],
  id,
  displayName,
  ...(members && {
    members: members.map(({ _id, fullname }) => ({ value: _id.toHexString(), display: fullname })),
  }),
  meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
});

/** A page of resources. */
export const scimList = <R>(Resources: R[], startIndex = 1, totalResults = Resources.length) => ({
  schemas: [scimSchemas.list],
  ...{ totalResults, startIndex, itemsPerPage: Resources.length, Resources },
});
