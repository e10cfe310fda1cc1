import { Types } from 'mongoose';
import type { SubroleId } from '@crm/contracts/codes/roles.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { HeldLicence, LicenceLine } from '@crm/contracts/licences/held-licence.js';
import { checkedBy, linesOf, warningDays } from '@crm/contracts/licences/licence.rules.js';
import { addDays, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import type { StoredLicence, Warning } from './licence.model.js';

type Status = Pick<StoredLicence, 'status'>;
const isHeld = ({ status }: Status) => status !== 'inactive';

/** What everybody is told of an agent's licences: those that are not inactive. */
export const heldLicences = (licences: readonly (HeldLicence & Status)[]): HeldLicence[] =>
  licences.filter(isHeld).map(({ state, line, from, until }) => ({ state, line, from, until }));

/** The states of an account: where it has a licence that is not inactive, expired or not. */
export const statesOf = (licences: readonly Pick<StoredLicence, 'state' | 'status'>[]): StateCode[] =>
  [...new Set(licences.filter(isHeld).map(({ state }) => state))].sort();

/** The earlier of two days; null stands for none. */
const earlier = (a: string | null, b: string) => (a !== null && a < b ? a : b);

interface Change {
  today: string;
  /** Whoever changes them; null for the system. */
  by: string | null;
}

/** A licence that nobody has seen a number of: valid for as long as it may take to check it. */
export const licenceToCheck = (
  { state, line }: { state: StateCode; line: LicenceLine },
  { today, by }: Change,
): StoredLicence => ({
  _id: new Types.ObjectId(),
  state,
  line,
  number: '',
  from: today,
  until: checkedBy(today),
  status: 'to_check',
  proof: '',
  warned: null,
  version: 1,
  changed_by: by,
});

/**
 * Licences as they follow the states of an account: a state that is new gets one to be checked for each line that the
 * sub-roles sell, the licences of one that is gone become inactive. One that is inactive is to be checked again where its
 * state is named again, and never for longer than before: naming a state twice grants no second 30 days.
 */
export function followStates(
  licences: readonly StoredLicence[],
  { states, subroles }: { states: readonly StateCode[]; subroles: readonly SubroleId[] },
  change: Change,
): StoredLicence[] {
  const { today, by } = change;
  const known = new Set(statesOf(licences));
  const wanted = new Set(states);
  const lines = linesOf(subroles);
  const followed = licences.map((licence): StoredLicence => {
    const next = { ...licence, version: licence.version + 1, changed_by: by };
    if (isHeld(licence)) return wanted.has(licence.state) ? licence : { ...next, status: 'inactive' };
    if (!wanted.has(licence.state) || known.has(licence.state) || !lines.includes(licence.line))
      return licence;
    return { ...next, status: 'to_check', until: earlier(licence.until, checkedBy(today)) };
  });
  const added = [...wanted]
    .filter((state) => !known.has(state))
    .sort()
    .flatMap((state) =>
      lines
        .filter((line) => !licences.some((each) => each.state === state && each.line === line))
        .map((line) => licenceToCheck({ state, line }, change)),
    );
  return [...followed, ...added];
}

/** What is entered of a licence. */
export type EnteredLicence = Omit<StoredLicence, '_id' | 'warned' | 'version' | 'changed_by'>;

/** Licences with one more, which replaces the one for the same state and line. */
export function withLicence(
  licences: readonly StoredLicence[],
  given: EnteredLicence,
  by: string,
): StoredLicence[] {
  const same = licences.find(({ state, line }) => state === given.state && line === given.line);
  const added: StoredLicence = {
    ...given,
    _id: same?._id ?? new Types.ObjectId(),
    warned: null,
    version: (same?.version ?? 0) + 1,
    changed_by: by,
  };
  return same === undefined ? [...licences, added] : licences.map((each) => (each === same ? added : each));
}

/** Of those that differ: which records changed, and how. */
export function changedLicences(
  before: readonly StoredLicence[],
  after: readonly StoredLicence[],
): { id: string; version: number; change: 'created' | 'updated' | 'deleted' }[] {
  const versions = new Map(before.map(({ _id, version }) => [_id.toHexString(), version]));
  const written = after.flatMap(({ _id, version }) => {
    const id = _id.toHexString();
    const was = versions.get(id);
    versions.delete(id);
    if (was === version) return [];
    return [{ id, version, change: was === undefined ? ('created' as const) : ('updated' as const) }];
  });
  const gone = [...versions].map(([id, version]) => ({
    id,
    version: version + 1,
    change: 'deleted' as const,
  }));
  return [...written, ...gone];
}

/** The last step is the end itself; what is still to be checked has its notice on screen, and no early warnings. */
const stepsOf = ({ status }: Status): readonly Warning[] =>
  status === 'to_check' ? [7, 0] : [...warningDays, 0];

/** When a warning is due: at the beginning of a day in Los Angeles. */
const dueAt = (until: string, step: Warning) => startOfPacificDay(addDays(until, step === 0 ? 1 : -step));

const stepsLeft = ({ status, until, warned }: StoredLicence) =>
  status === 'inactive' || until === null
    ? []
    : stepsOf({ status })
        .filter((step) => warned === null || step < warned)
        .map((step) => ({ step, at: dueAt(until, step) }));

/** The warning about a licence that is due: the last one where several are. */
export const dueWarning = (licence: StoredLicence, now: Date): Warning | undefined =>
  stepsLeft(licence)
    .filter(({ at }) => at <= now)
    .at(-1)?.step;

/** When the next warning about any of them is due; null where none is left. */
export function nextWarningAt(licences: readonly StoredLicence[]): Date | null {
  const times = licences.flatMap(stepsLeft).map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}
