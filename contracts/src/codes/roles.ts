import { z } from 'zod';

/** Roles by their number: the specification's three, and those of people who run and check the office (rule A1). */
export const roleId = z.literal([1, 2, 3, 4, 5, 6, 7]);
export type RoleId = z.infer<typeof roleId>;

export const roles = {
  admin: 1,
  agent: 2,
  guide: 3,
  teamLead: 4,
  compliance: 5,
  auditor: 6,
  operator: 7,
} as const satisfies Record<string, RoleId>;

/** A role by its name, as settings keep it. */
export const roleName = z.enum(Object.keys(roles).filter((name): name is RoleName => name in roles));
export type RoleName = keyof typeof roles;

/** The name of a role. */
export const roleNameOf = (role: RoleId): RoleName => {
  const name = roleName.options.find((each) => roles[each] === role);
  if (name === undefined) throw new Error(`Role ${String(role)} has no name`);
  return name;
};

/** How a role is called on screen. */
export const roleTitles = {
  1: 'Admin',
  2: 'Agent',
  3: 'Guide',
  4: 'Team lead',
  5: 'Compliance',
  6: 'Auditor',
  7: 'Operator',
} as const satisfies Record<RoleId, string>;

/** A role as envelopes of the bus and logs have it. */
export const roleText = z.enum(['1', '2', '3', '4', '5', '6', '7']);
export type RoleText = z.infer<typeof roleText>;

/** The roles of accounts that work leads as agents do: with states, licences and leads of their own. */
export const agentRoles = [roles.agent, roles.teamLead] as const satisfies readonly RoleId[];
/** The roles of accounts that neither sell nor call. */
export const staffRoles = [
  roles.admin,
  roles.compliance,
  roles.auditor,
  roles.operator,
] as const satisfies readonly RoleId[];

/** Whether a role works leads as agents do. */
export const worksAsAgent = (role: RoleId): boolean => role === roles.agent || role === roles.teamLead;

/** Whether leads and calls can belong to a role at all: to agents, their leads and guides. */
export const holdsLeads = (role: RoleId): boolean => worksAsAgent(role) || role === roles.guide;

/** Sub-roles by their number: 1 opens the life menu to an agent, 2 the health menu (rule A2). */
export const subroleId = z.union([z.literal(1), z.literal(2)]);
export type SubroleId = z.infer<typeof subroleId>;

export const subroles = [
  { id: 1, title: 'Life' },
  { id: 2, title: 'Health' },
] as const satisfies readonly { id: SubroleId; title: string }[];
