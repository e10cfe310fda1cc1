import type { RoleId } from '@crm/contracts/codes/roles.js';
import type { Flag } from '@crm/contracts/ids.js';
import type { RoleRow } from '@crm/contracts/resources/identity-provider.js';
import { roleOf } from '../providers/claims.rules.js';
import type { ScimState } from '../user/scim-state.js';
import { lowered } from '../user/user.rules.js';

/** The state of an account that SCIM has not touched yet. */
export const untouched = (provider_id: string, banned: Flag): ScimState => ({
  ...{
    provider_id,
    external_id: null,
    active: banned === 0,
    groups: [],
    needs_group: false,
    locked: false,
    deleted: false,
  },
});

/** A group by which the table gives a role; its id follows from its name. */
export interface RoleGroup {
  id: string;
  displayName: string;
}

/** The groups of a table, each once. */
export function groupsOf(rows: readonly RoleRow[]): RoleGroup[] {
  const names = new Map(rows.map(({ value }) => [lowered(value), value]));
  return [...names].map(([name, displayName]) => ({
    id: Buffer.from(name).toString('base64url'),
    displayName,
  }));
}

/**
 * What follows for an account as it stood before: the role of the first row of the table that it has a group of, and whether
 * it may sign in. Without a group that gives a role an account that needs one may not; the ban of an admin stays.
 */
export function accountAfter(
  scim: ScimState,
  before: { banned: Flag; scim?: Pick<ScimState, 'locked'> } | undefined,
  rows: readonly RoleRow[],
): { role_id?: RoleId; banned: Flag; scim: ScimState } {
  const role_id = roleOf(scim.groups, rows);
  const isLocked = !scim.active || (scim.needs_group && role_id === undefined);
  const isBannedByHand = before?.banned === 1 && before.scim?.locked !== true;
  return {
    ...(role_id !== undefined && { role_id }),
    banned: isLocked || isBannedByHand ? 1 : 0,
    scim: { ...scim, locked: isLocked && !isBannedByHand },
  };
}
