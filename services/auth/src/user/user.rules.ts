import { roles, worksAsAgent, type RoleId, type SubroleId } from '@crm/contracts/codes/roles.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { Flag } from '@crm/contracts/ids.js';
import { toE164, wrongPhone } from '@crm/contracts/phone.js';
import type { Presence } from './user.model.js';

/** How a user is called: first and last name. */
export function fullnameOf(fname: string, lname: string): string {
  return `${fname} ${lname}`.trim();
}

/** The names of somebody of whom another system knows less than an account has. */
export function namesFrom(given: { fname: string; lname: string; email: string }): {
  fname: string;
  lname: string;
} {
  const [mailbox = ''] = given.email.split('@');
  const [fname, lname] = [given.fname.trim() || mailbox, given.lname.trim() || '-'];
  return { fname: fname.slice(0, 100), lname: lname.slice(0, 100) };
}

/** The form by which names and e-mails are found and sorted (settled: Search). */
export function lowered(text: string): string {
  return text.trim().toLowerCase();
}

/** Values once each, in a fixed order, so that the same choice is the same list. */
export function sortedSet<T extends string | number>(values: readonly T[]): T[] {
  return [...new Set(values)].sort();
}

/** Phones as they are stored, E.164 or empty, with the fields named that hold no number of the North American plan. */
export function readPhones<K extends string>(
  given: Readonly<Partial<Record<K, string>>>,
): { phones: Partial<Record<K, string>>; errors: Record<string, string> } {
  const phones: Partial<Record<K, string>> = {};
  const errors: Record<string, string> = {};
  for (const field of Object.keys(given) as K[]) {
    const typed = given[field];
    if (typed === undefined) continue;
    const number = typed === '' ? '' : toE164(typed);
    if (number === undefined) errors[field] = wrongPhone;
    else phones[field] = number;
  }
  return { phones, errors };
}

/** States belong to those alone who work as agents (rule A3). */
export function whyNoStates(role: RoleId, states: readonly StateCode[] | undefined): string | undefined {
  if (worksAsAgent(role) || states === undefined || states.length === 0) return undefined;
  return 'States can be chosen for agents but not for guides';
}

/** What of an account its tokens claim, or its sessions hang on. */
interface Claimed {
  role_id: RoleId;
  banned: Flag;
  subroles: readonly SubroleId[];
}

/**
 * Whether a change of a user by an admin ends the user's sessions: a ban, a new password, or another role or a sub-role
 * taken away, which a token signed before would still claim.
 */
export function endsSessions(before: Claimed, after: Claimed, passwordChanged: boolean): boolean {
  const isBannedNow = before.banned === 0 && after.banned === 1;
  const lostSubrole = before.subroles.some((subrole) => !after.subroles.includes(subrole));
  return isBannedNow || lostSubrole || passwordChanged || before.role_id !== after.role_id;
}

/** Whether a change takes an admin who may sign in from those (rule A37). */
export function losesAdmin(
  before: Pick<Claimed, 'role_id' | 'banned'>,
  change: { role_id?: RoleId | undefined; banned?: Flag | undefined },
): boolean {
  const isAdmin = before.role_id === roles.admin && before.banned === 0;
  return isAdmin && (change.banned === 1 || (change.role_id ?? roles.admin) !== roles.admin);
}

/** Of the values given, those that are there and differ from the record's. */
export function changesOf<T extends object>(
  record: T,
  given: { [K in keyof T]?: T[K] | undefined },
): Partial<T> {
  const changes: Partial<T> = {};
  for (const field of Object.keys(given) as (keyof T)[]) {
    const value = given[field];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(record[field]))
      changes[field] = value;
  }
  return changes;
}

/** Whether anything of a presence is on: what has to be taken back when the user's last socket is gone. */
export function isPresent({ active, online, in_call, AD_Status, away_reason }: Presence): boolean {
  // Documents from before there were reasons have none.
  const isAway = (away_reason ?? null) !== null;
  return active === 1 || online === 1 || in_call === 1 || AD_Status === 1 || isAway;
}
