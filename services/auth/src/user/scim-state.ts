/** What SCIM keeps of an account beside its own fields. */
export interface ScimState {
  provider_id: string;
  external_id: string | null;
  /** As the provider says. */
  active: boolean;
  /** The groups that it is in, by the names in the table. */
  groups: string[];
  /** Whether only a group gives it a role: an account that SCIM made, or that a group gave its role. */
  needs_group: boolean;
  /** Whether it was SCIM that banned it: another ban is an admin's, and stays. */
  locked: boolean;
  /** The provider has deleted it: it is not found by SCIM any more. */
  deleted: boolean;
}
