import { typeNameOf, type TypeId } from '../codes/lead-types.js';
import { worksAsAgent, type RoleId, type SubroleId } from '../codes/roles.js';
import { stateName, type StateCode } from '../codes/states.js';
import { addDays, shownDate } from '../time/pacific.js';
import type { HeldLicence, LicenceLine } from './held-licence.js';

/** Days that a licence may be used before somebody has checked it. */
export const daysToCheck = 30;

/** Whom the rule is about, by what everybody knows of a user. */
export interface Licensee {
  role_id: RoleId;
  fullname: string;
  licences: readonly HeldLicence[];
}

/** Whether a licence is valid on a day, `YYYY-MM-DD` in Los Angeles: both its first and its last day count. */
export const isValidOn = ({ from, until }: Pick<HeldLicence, 'from' | 'until'>, today: string): boolean =>
  from <= today && (until === null || today <= until);

/**
 * Why a user may not sell a line of insurance in a state on a day (`YYYY-MM-DD` in Los Angeles): the sentence for people,
 * or undefined. Licences are an agent's: a guide only transfers calls, and an admin supervises. Where the state is unknown,
 * none is asked for.
 */
export function licenceDenialReason(
  { role_id, fullname, licences }: Licensee,
  state: StateCode | null,
  line: LicenceLine,
  today: string,
): string | undefined {
  if (!worksAsAgent(role_id) || state === null) return undefined;
  const held = licences.filter((each) => each.state === state && each.line === line);
  if (held.some((each) => isValidOn(each, today))) return undefined;
  const [next] = held
    .map(({ from }) => from)
    .filter((from) => from > today)
    .sort();
  if (next !== undefined) {
    return `${fullname}’s ${line} licence for ${stateName(state)} begins on ${shownDate(next)}`;
  }
  const last = held
    .map(({ until }) => until ?? '')
    .sort()
    .at(-1);
  return last === undefined
    ? `${fullname} holds no ${line} licence for ${stateName(state)}`
    : `${fullname}’s ${line} licence for ${stateName(state)} ended on ${shownDate(last)}`;
}

/** The same of a lead: its type is the line. */
export const leadDenialReason = (
  user: Licensee,
  lead: { type_id: TypeId; state: StateCode | null },
  today: string,
): string | undefined => licenceDenialReason(user, lead.state, typeNameOf[lead.type_id], today);

/** The lines that an agent with some sub-roles sells: all where none is named. */
export function linesOf(subroles: readonly SubroleId[]): LicenceLine[] {
  const lines: LicenceLine[] = [];
  if (subroles.includes(1) || subroles.length === 0) lines.push('life');
  if (subroles.includes(2) || subroles.length === 0) lines.push('health');
  return lines;
}

/** The last day of a licence that is to be checked and was named on a day. */
export const checkedBy = (today: string): string => addDays(today, daysToCheck);

export const licenceStatuses = ['to_check', 'active', 'inactive'] as const;
export type LicenceStatus = (typeof licenceStatuses)[number];

/** What is wrong with a licence as it is entered, by field: what no single field can tell. */
export function licenceErrors({
  status,
  number,
  from,
  until,
}: {
  status: LicenceStatus;
  number: string;
  from: string;
  until: string | null;
}): Partial<Record<'number' | 'until', string>> {
  if (until !== null && until < from) return { until: 'Ends before it begins' };
  if (status === 'active' && number === '') return { number: 'An active licence needs its number' };
  if (status === 'to_check' && (until === null || until > checkedBy(from))) {
    return { until: `A licence to be checked is valid for at most ${String(daysToCheck)} days` };
  }
  return {};
}

/** Days before the end at which somebody is warned. */
export const warningDays = [60, 30, 7] as const;

/** From `today` to the last day of a licence: 0 on that day, less than 0 once it has expired. */
export const daysLeft = (until: string, today: string): number =>
  Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000);
