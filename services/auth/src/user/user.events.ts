import {
  userBanned,
  userCreated,
  userPresenceChanged,
  userSessionsEnded,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { roles, worksAsAgent, type RoleId } from '@crm/contracts/codes/roles.js';
import { agents, guides, staff } from '@crm/contracts/resources/person.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { newEvent, type EventActor } from '@crm/platform/outbox/new-event.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import type { StoredUser } from './user.model.js';
import { userView } from './user.view.js';

/** The user as changed, who changed it and when: what every event of the change is about. */
export interface UserWrite {
  after: StoredUser;
  actor: EventActor;
  now: Date;
}

function about({ after, actor, now }: UserWrite) {
  return {
    source: 'auth',
    subject: `user/${after._id.toHexString()}`,
    sequence: after.version,
    actor,
    now,
  } as const;
}

export function createdEvent(write: UserWrite): Envelope {
  return newEvent(userCreated, { ...about(write), data: userView(write.after) });
}

export function updatedEvent(write: UserWrite): Envelope {
  return newEvent(userUpdated, { ...about(write), data: userView(write.after) });
}

/** The resource that has the accounts of a role. */
function resourceOf(role: RoleId): { name: string; service: ServiceName } {
  if (worksAsAgent(role)) return agents;
  return role === roles.guide ? guides : staff;
}

/**
 * Tells admins that an account changed of which they keep a list, at its own version: presence and work, which change a user all
 * day, are none of that.
 */
export function accountEvents({ after, actor, now }: UserWrite, change: 'created' | 'updated'): Envelope[] {
  const { role_id, account_version: version } = after;
  if (version === undefined) return [];
  return [recordEvent(resourceOf(role_id), actor, { id: after._id.toHexString(), change, version }, now)];
}

export function bannedEvent(write: UserWrite): Envelope {
  return newEvent(userBanned, { ...about(write), data: { user_id: write.after._id.toHexString() } });
}

/** Sessions below the user's version are over, save the one kept. */
export function sessionsEndedEvent(write: UserWrite): Envelope {
  const { _id, session_version, kept_session: kept } = write.after;
  return newEvent(userSessionsEnded, {
    ...about(write),
    data: {
      user_id: _id.toHexString(),
      session_version,
      ...(kept === undefined ? {} : { except_jti: kept.jti, exp: kept.exp }),
    },
  });
}

/**
 * Presence has a subject of its own: a projection that has seen a newer presence must not ignore an older
 * `user.updated` that it has not. `agents` is the count of online agents after the change.
 */
export function presenceChangedEvent(write: UserWrite, agents: number): Envelope {
  const { _id, online, active, in_call, AD_Status, away_reason } = write.after;
  const whole = about(write);
  return newEvent(userPresenceChanged, {
    ...whole,
    subject: `${whole.subject}/presence`,
    data: { user_id: _id.toHexString(), online, active, in_call, AD_status: AD_Status, away_reason, agents },
  });
}
