import type { Actor } from '@crm/contracts/access.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { licences as resource } from '@crm/contracts/resources/licence.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import type { UserChange } from '../user/change-user.js';
import { updatedEvent, type UserWrite } from '../user/user.events.js';
import type { StoredUser } from '../user/user.model.js';
import type { StoredLicence } from '../user/licence.model.js';
import { changedLicences, followStates, nextWarningAt, statesOf } from '../user/stored-licences.js';

/** The licences of an account; of one that was never migrated those that its states make. */
export const licencesOf = (
  { licences, states, subroles }: Pick<StoredUser, 'licences' | 'states' | 'subroles'>,
  now: Date,
): StoredLicence[] =>
  licences ?? followStates([], { states, subroles }, { today: pacificDate(now), by: null });

/** What is stored of an account with these licences: its states follow from them. */
export const withLicences = (licences: StoredLicence[]) => ({
  licences,
  states: statesOf(licences),
  licence_due_at: nextWarningAt(licences),
});

/** The events by which lists of licences are told what changed. */
export const licenceEvents = (
  before: readonly StoredLicence[],
  { after, actor, now }: UserWrite,
): Envelope[] =>
  changedLicences(before, after.licences ?? []).map((changed) =>
    recordEvent(resource, actor, { ...changed, user_id: after._id.toHexString() }, now),
  );

/** The change of an account that gives it these licences, with its events. */
export function licenceChange(
  before: StoredUser,
  licences: StoredLicence[],
  actor: Actor | 'system',
): UserChange {
  const set = withLicences(licences);
  const isMoved = JSON.stringify(set.states) !== JSON.stringify(before.states);
  const by = actor === 'system' ? 'System' : actor.fullname;
  return {
    set,
    // Who has the account open in a dialog would take the new states away again.
    changedBy: isMoved ? by : undefined,
    eventsOf: (write) => [updatedEvent(write), ...licenceEvents(before.licences ?? [], write)],
  };
}
