import { z } from 'zod';

/** The three roles by their number (rule A1). */
export const roleId = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type RoleId = z.infer<typeof roleId>;

export const roles = { admin: 1, agent: 2, guide: 3 } as const satisfies Record<string, RoleId>;

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
export const roleTitles = { 1: 'Admin', 2: 'Agent', 3: 'Guide' } as const satisfies Record<RoleId, string>;

/** Sub-roles by their number: 1 opens the life menu to an agent, 2 the health menu (rule A2). */
export const subroleId = z.union([z.literal(1), z.literal(2)]);
export type SubroleId = z.infer<typeof subroleId>;

export const subroles = [
  { id: 1, title: 'Life' },
  { id: 2, title: 'Health' },
] as const satisfies readonly { id: SubroleId; title: string }[];
