import { z } from 'zod';
import type { KeyScope } from './codes/key-scopes.js';
import { roles, worksAsAgent, type RoleId, type SubroleId } from './codes/roles.js';
import { subroleFor, type TypeId } from './codes/lead-types.js';
import { roleTable, type RoleRow } from './role-table.js';

/**
 * Who of the specification's roles may make a call, in the words of the catalogue:
 * public = no token; signed-in = any role; own = the user named in path or body alone, or its owner where only a record
 * is named; self = own, or an admin; owner = the owner of the record, or an admin; lead = whoever may work that lead;
 * the rest = those roles. What the other roles may is in the role table.
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
  // An API key with the scope that the call names: no session makes it.
  'key',
]);
export type Access = z.infer<typeof access>;

/** Who asks: what a verified token says of its bearer. */
export interface Actor {
  id: string;
  role: RoleId;
  subroles: readonly SubroleId[];
  fullname: string;
  /** Of team leads: the ids of the people in their team, as the service knows them that was asked. */
  team?: readonly string[];
}

/** Who asks by an API key: what the token says that its gateway exchanged it for. */
export interface KeyActor {
  /** `api-key/<id>`: the id of no user. */
  id: `api-key/${string}`;
  /** How it is named in the audit log and beside what it wrote. */
  fullname: string;
  scopes: readonly KeyScope[];
}

/** What is needed of an actor to tell whose records they see. */
export type Seer = Pick<Actor, 'id' | 'role' | 'team'>;

/** A call, as far as it says who may make it. */
export interface Guarded {
  name: string;
  access: Access;
}

const rowOf = (role: RoleId): RoleRow => roleTable[role];

const namedIn: Partial<Record<Access, readonly NonNullable<RoleRow['as']>[]>> = {
  admin: ['admin'],
  guide: ['guide'],
  'admin|agent': ['admin', 'agent'],
  'guide|admin': ['guide', 'admin'],
  'guide, own': ['guide'],
};

/** Whether the words of the catalogue let a role in, before it is looked at whose record it is. */
function wordsLetIn(rule: Access, { as }: RoleRow): boolean {
  return as !== undefined && (namedIn[rule]?.includes(as) ?? true);
}

/** Whether a role makes a call at all, before it is looked at whose record it is. */
export function mayCall({ name, access: rule }: Guarded, role: RoleId): boolean {
  if (rule === 'public' || rule === 'internal' || rule === 'key') return rule === 'public';
  const row = rowOf(role);
  return wordsLetIn(rule, row) || row.calls.includes(name);
}

/** Whether an API key makes a call: it has the scope that the call names. */
export const keyMayCall = (
  { access: rule, scope }: Pick<Guarded, 'access'> & { scope?: KeyScope },
  { scopes }: Pick<KeyActor, 'scopes'>,
): boolean => rule === 'key' && scope !== undefined && scopes.includes(scope);

/** The role whose words in the catalogue hold for a role, and whether it sends a live event beside those. */
export const wordsFor = (role: RoleId): RoleRow['as'] => rowOf(role).as;
export const sendsBeside = (role: RoleId, event: string): boolean => rowOf(role).sends.includes(event);

/** The roles that make a call. */
export function rolesWith(call: Guarded): readonly RoleId[] {
  return Object.values(roles).filter((role) => mayCall(call, role));
}

/**
 * Whether an actor passes the part of a rule that needs no record: the role, and the user named in the request.
 * `subject` is that user's id where the call names one. Rules 'owner' and 'lead' pass here and are decided by the use
 * case that has the record.
 */
export function passes(call: Guarded, actor: Seer, subject: string | undefined): boolean {
  if (!mayCall(call, actor.role)) return false;
  if (subject === undefined || subject === actor.id) return true;
  if (call.access === 'own' || call.access === 'guide, own') return false;
  return call.access !== 'self' || seesAll(actor);
}

/** Whether an actor sees the records of everybody. */
export const seesAll = ({ role }: Pick<Actor, 'role'>): boolean => rowOf(role).sees === 'all';

/** The users whose records an actor sees: the own, and the team's; undefined for everybody's. */
export function ownersSeen({ id, role, team = [] }: Seer): readonly string[] | undefined {
  if (seesAll({ role })) return undefined;
  return rowOf(role).sees === 'team' ? [id, ...team] : [id];
}

/** Whether an actor sees what belongs to a user; what is nobody's is seen by whoever sees all. */
export function seesOf(actor: Seer, owner: string | null): boolean {
  return ownersSeen(actor)?.includes(owner ?? '') ?? true;
}

/** Whether an actor has others to look after: everybody, or a team. */
export const supervises = ({ role }: Pick<Actor, 'role'>): boolean =>
  role === roles.admin || role === roles.teamLead;

/** Whether an actor may see leads of a type at all: whoever sees all, and agents with its sub-role (rule A2). */
export function maySeeType(actor: Pick<Actor, 'role' | 'subroles'>, type: TypeId): boolean {
  if (seesAll(actor)) return true;
  return worksAsAgent(actor.role) && actor.subroles.includes(subroleFor[type]);
}

/**
 * Whether an actor may work a lead, with the calls that are theirs: whoever sees all; the agent or guide it is assigned
 * to, and the lead of their team; an agent with the sub-role of its type where it has no agent (`calls.json`, access
 * 'lead').
 */
export function mayWorkLead(
  actor: Pick<Actor, 'id' | 'role' | 'subroles' | 'team'>,
  lead: { type_id: TypeId; user_id: string | null },
): boolean {
  if (lead.user_id !== null || seesAll(actor)) return seesOf(actor, lead.user_id);
  return worksAsAgent(actor.role) && maySeeType(actor, lead.type_id);
}

const { admin, agent, guide, teamLead, compliance, auditor, operator } = roles;
const salesFloor = [admin, agent, teamLead];
const callers = [admin, agent, guide, teamLead];

/** Which roles see a page or are offered an action; those of leads by type ask for the sub-role as well. */
const offeredTo = {
  'page:life': [admin, agent, teamLead, compliance],
  'page:health': [admin, agent, teamLead, compliance],
  'page:raw-leads': salesFloor,
  'page:inbox': salesFloor,
  'page:follow-ups': salesFloor,
  'page:records': [admin, teamLead, compliance],
  /** Admins see every call, team leads their team's, others their own. */
  'page:calls': [...callers, compliance],
  /** Agents see their own licences. */
  'page:licences': [...salesFloor, compliance],
  'page:statistic': salesFloor,
  'page:floor': [admin, teamLead],
  'page:deals': salesFloor,
  'page:guide': [guide],
  'page:missed-calls': [admin, guide],
  'page:placeholder': salesFloor,
  'page:contact-law': [admin, compliance],
  'page:privacy': [admin, compliance],
  'page:audit': [admin, compliance, auditor],
  'page:evidence': [admin, compliance, auditor],
  'page:system': [admin, operator],
  'page:lead': [...callers, compliance],
  'home:day': salesFloor,
  'menu:raw-leads': [admin],
  'menu:inbox': [agent, teamLead],
  'menu:records': [admin, teamLead, compliance],
  'menu:deals': [admin],
  'menu:calls': [compliance],
  'menu:contact-law': [compliance],
  'menu:audit': [compliance, auditor],
  'menu:system': [operator],
  'leads:work': callers,
  'leads:search': [...callers, compliance],
  'leads:read-held': [admin],
  'leads:bulk': [admin, teamLead],
  'leads:send': [admin],
  'leads:delete': [admin],
  'leads:import': [admin],
  'leads:filter-by-agent': [admin, teamLead, compliance],
  'calls:make': callers,
  'followups:delete': [admin],
  'licences:manage': [admin, compliance],
  'users:manage': [admin],
  'people:read': [admin, compliance],
  'settings:manage': [admin],
  'presence:switch': [agent, teamLead],
} as const satisfies Record<string, readonly RoleId[]>;
export type Right = keyof typeof offeredTo;

/** Pages and actions that a browser shows or hides by role; the server decides them again by its own rules. */
export type Rights = Record<Right, (actor: Pick<Actor, 'role' | 'subroles'>) => boolean>;

const typeOfPage: Partial<Record<Right, TypeId>> = { 'page:life': 2, 'page:health': 4 };

function offered(right: Right): Rights[Right] {
  const offeredRoles: readonly RoleId[] = offeredTo[right];
  const type = typeOfPage[right];
  return (actor) => offeredRoles.includes(actor.role) && (type === undefined || maySeeType(actor, type));
}

export const rights = Object.fromEntries(
  (Object.keys(offeredTo) as Right[]).map((right) => [right, offered(right)]),
) as Rights;
