import { holdsLeads, roles, worksAsAgent, type RoleId } from '@crm/contracts/codes/roles.js';
import type { AwayReason } from '@crm/contracts/entities/agent-state.js';
import type { Flag } from '@crm/contracts/ids.js';
import type { Presence } from '../user/user.model.js';

export type PresenceField = Exclude<keyof Presence, 'away_reason'>;

/** Absent: signed out, banned, or the last window closed. */
export const absent: Presence = { active: 0, online: 0, in_call: 0, AD_Status: 0, away_reason: null };

export type PresenceChange =
  /** `reason`: why they switch off, where they say so. */
  | { field: PresenceField; value: Flag; reason?: AwayReason | undefined }
  /** A socket connected. */
  | 'arrived'
  /** No socket anywhere for too long, signed out, or banned. */
  | 'gone';

/**
 * The presence after a change. `active` is the switch. `online` is derived from it: active, a live socket and not
 * in a call (architecture: Identifiers, time, presence). It needs a live socket to be set, and survives a short gap
 * without one, so that a reload does not flicker. A reason is kept until the user is online again, or gone.
 */
export function nextPresence(before: Presence, change: PresenceChange, socketAlive: boolean): Presence {
  if (change === 'gone') return absent;
  if (change === 'arrived') return settled(before, socketAlive);
  const { field, value, reason = null } = change;
  switch (field) {
    case 'active':
      return value === 1
        ? settled({ ...before, active: 1, away_reason: null }, socketAlive)
        : switchedOff(before, reason);
    case 'online':
      // Switching online sets the switch too: a third state would leave users unreachable without anyone
      // noticing.
      if (value === 1) return settled({ ...before, active: 1, away_reason: null }, socketAlive);
      // A user in a call is offline already, and hanging up must restore the previous state.
      return before.online === 1 ? switchedOff(before, null) : before;
    case 'in_call':
      return value === 1
        ? { ...before, in_call: 1, online: 0 }
        : settled({ ...before, in_call: 0 }, socketAlive);
    case 'AD_Status':
      return { ...before, AD_Status: value };
  }
}

function settled(presence: Presence, socketAlive: boolean): Presence {
  const reachable = socketAlive || presence.online === 1;
  return { ...presence, online: presence.active === 1 && presence.in_call === 0 && reachable ? 1 : 0 };
}

// Going offline also stops the dialler (rule C1).
function switchedOff(presence: Presence, away_reason: AwayReason | null): Presence {
  return { ...presence, active: 0, online: 0, AD_Status: 0, away_reason };
}

/** The reason why a user of this role cannot set the field to this value; undefined if allowed (rule A5). */
export function settingDenialReason(role: RoleId, field: PresenceField, value: Flag): string | undefined {
  if ((field === 'active' || field === 'online') && !holdsLeads(role)) {
    return 'Admins have no Online/Offline switch';
  }
  if (field === 'AD_Status' && value === 1 && role !== roles.guide) return 'Only guides have the autodialler';
  return undefined;
}

/** Whether a user counts among the online agents: works as one, online, not banned (architecture). */
export function countsAsOnlineAgent(user: { role_id: RoleId; online: Flag; banned: Flag }): boolean {
  return worksAsAgent(user.role_id) && user.online === 1 && user.banned === 0;
}

/** A gateway that has not reported for longer is considered dead, with its sockets (settled: Presence and holds). */
const gatewaySilenceMs = 15_000;
/** Grace period without any socket, for a page reload, before presence is revoked. */
export const socketlessMs = 10_000;

/** The oldest report that is still valid. */
export function lastingSince(now: Date): Date {
  return new Date(now.getTime() - gatewaySilenceMs);
}

/** When a gateway that made its last report then counts as dead. */
export function goneAt(reportedAt: Date): Date {
  return new Date(reportedAt.getTime() + gatewaySilenceMs + 1);
}
