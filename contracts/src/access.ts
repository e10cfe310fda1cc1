import { z } from 'zod';
import { roles, type RoleId, type SubroleId } from './codes/roles.js';
import { subroleFor, type TypeId } from './codes/lead-types.js';

/**
 * Who may make a call, in the words of the catalogue:
 * public = no token; signed-in = any role; own = the user named in path or body alone, or its owner where only a record
 * is named; self = own, or an admin; owner = the owner of the record, or an admin; lead = whoever may work that lead;
 * the rest = those roles.
 */
export const access = z.enum([
  'public',
  'signed-in',
  'own',
  'self',
  'owner',
  'lead',
  'admin',
  'guide',
  'admin|agent',
  'guide|admin',
  'guide, own',
  // A call between services: never proxied, asks for a service's token.
  'internal',
]);
export type Access = z.infer<typeof access>;

/** Who asks: what a verified token says of its bearer. */
export interface Actor {
  id: string;
  role: RoleId;
  subroles: readonly SubroleId[];
  fullname: string;
}

const rolesOf: Partial<Record<Access, readonly RoleId[]>> = {
  admin: [roles.admin],
  guide: [roles.guide],
  'admin|agent': [roles.admin, roles.agent],
  'guide|admin': [roles.guide, roles.admin],
  'guide, own': [roles.guide],
};

/** The roles that an access rule lets through before it looks at whose record it is. */
export function rolesWith(rule: Access): readonly RoleId[] {
  return rolesOf[rule] ?? [roles.admin, roles.agent, roles.guide];
}

/**
 * Whether an actor passes the part of a rule that needs no record: the role, and the user named in the request.
 * `subject` is that user's id where the call names one. Rules 'owner' and 'lead' pass here and are decided by the use
 * case that has the record.
 */
export function passes(
  rule: Access,
  actor: Pick<Actor, 'id' | 'role'>,
  subject: string | undefined,
): boolean {
  if (!rolesWith(rule).includes(actor.role)) return false;
  if (subject === undefined) return true;
  if (rule === 'own' || rule === 'guide, own') return subject === actor.id;
  if (rule === 'self') return subject === actor.id || actor.role === roles.admin;
  return true;
}

/** Whether an actor may see leads of a type at all: admins, and agents with its sub-role (rule A2). */
export function maySeeType(actor: Pick<Actor, 'role' | 'subroles'>, type: TypeId): boolean {
  if (actor.role === roles.admin) return true;
  return actor.role === roles.agent && actor.subroles.includes(subroleFor[type]);
}

/**
 * Whether an actor may work a lead: an admin; the agent or guide it is assigned to; an agent with the sub-role of its
 * type where it has no agent (`calls.json`, access 'lead').
 */
export function mayWorkLead(
  actor: Pick<Actor, 'id' | 'role' | 'subroles'>,
  lead: { type_id: TypeId; user_id: string | null },
): boolean {
  if (actor.role === roles.admin) return true;
  if (lead.user_id !== null) return lead.user_id === actor.id;
  return actor.role === roles.agent && maySeeType(actor, lead.type_id);
}

/** Pages and actions that a browser shows or hides by role; the server decides them again by its own rules. */
export const rights = {
  'page:life': ({ role, subroles }: Pick<Actor, 'role' | 'subroles'>) => maySeeType({ role, subroles }, 2),
  'page:health': ({ role, subroles }: Pick<Actor, 'role' | 'subroles'>) => maySeeType({ role, subroles }, 4),
  'page:raw-leads': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'page:inbox': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'page:follow-ups': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'page:records': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  /** Admins see every call, others their own. */
  'page:calls': (_actor: Pick<Actor, 'role'>) => true,
  /** Admins see every licence, agents their own. */
  'page:licences': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'page:statistic': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'home:day': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'page:floor': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'page:deals': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'page:guide': ({ role }: Pick<Actor, 'role'>) => role === roles.guide,
  'page:missed-calls': ({ role }: Pick<Actor, 'role'>) => role !== roles.agent,
  'page:placeholder': ({ role }: Pick<Actor, 'role'>) => role !== roles.guide,
  'menu:raw-leads': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'menu:inbox': ({ role }: Pick<Actor, 'role'>) => role === roles.agent,
  'menu:records': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'menu:deals': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'leads:read-held': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'leads:bulk': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'leads:delete': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'leads:import': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'leads:filter-by-agent': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'followups:delete': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'users:manage': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'settings:manage': ({ role }: Pick<Actor, 'role'>) => role === roles.admin,
  'presence:switch': ({ role }: Pick<Actor, 'role'>) => role === roles.agent,
} as const satisfies Record<string, (actor: Pick<Actor, 'role' | 'subroles'>) => boolean>;
export type Right = keyof typeof rights;
