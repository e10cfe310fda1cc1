import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { roles, type RoleId } from '@crm/contracts/codes/roles.js';
import type { recordChange } from '@crm/contracts/http/agents.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { conflict, invalid, notFound } from '@crm/platform/errors/app-error.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import { conflictOf } from '@crm/platform/resources/records.js';
import type { AuthContext } from '../context.js';
import { changedFields, countOnlineAgents, presenceChange } from '../presence/change-presence.js';
import { absent } from '../presence/presence.rules.js';
import { licenceEvents, licencesOf, withLicences } from '../licences/change-licences.js';
import { followStates } from '../user/stored-licences.js';
import { leavingAdmins } from './leaving-admins.js';
import { refusedTeam, teamRefusal } from '../teams/team-refusal.js';
import type { ScimState } from '../user/scim-state.js';
import { changeUser, type UserChange } from '../user/change-user.js';
import { mergeCredentials, open, seal } from '../user/email-credentials.js';
import { requireUncommon } from '../sessions/password-screen.js';
import { takenEmail } from './insert-user.js';
import { bannedEvent, sessionsEndedEvent, updatedEvent, type UserWrite } from '../user/user.events.js';
import type { StoredUser } from '../user/user.model.js';
import {
  changesOf,
  endsSessions,
  fullnameOf,
  losesAdmin,
  lowered,
  readPhones,
  sortedSet,
  whyNoStates,
} from '../user/user.rules.js';

type Body = z.output<typeof recordChange>;

/** The record that a change was made on: one of some roles, at a version of its account. */
interface Expected {
  roles: readonly RoleId[];
  version: number;
  /** What was sent of it, and how it is read: for who changed it meanwhile. */
  given: Record<string, unknown>;
  view(user: StoredUser): object;
}

/** Whom the specification's call changes beside the acting admin: others are kept as records alone. */
const withoutRecord: readonly RoleId[] = [roles.agent, roles.guide, roles.teamLead];

/**
 * Changes an account: as a record one of the `expected` roles, else an agent, a guide or the acting admin's own, and others
 * answer 404. What is absent stays. A ban ends every session and socket at once; so do a new password, another role and a
 * sub-role taken away. One admin who may sign in stays (rule A37). Throws `invalid`, `already_exists` where the e-mail is
 * taken, `not_found`, and `conflict` where another version was `expected`.
 */
export async function updateAgent(
  ctx: AuthContext,
  actor: Actor,
  id: string,
  body: Body,
  expected?: Expected,
): Promise<StoredUser> {
  const { phones, errors: wrongPhones } = readPhones({ phone: body.phone, twilio_phone: body.twilio_phone });
  if (body.password !== undefined) await requireUncommon(body.password, body, 'password');
  const noTeam = await teamRefusal(ctx, undefined, body.team_id);
  const password_hash = body.password === undefined ? undefined : await ctx.passwords.hash(body.password);

  return changeAccount(ctx, { actor, fullname: actor.fullname }, id, body, (before) => {
    const isTheirs = (expected?.roles ?? withoutRecord).includes(before.role_id);
    if (!isTheirs && (expected !== undefined || id !== actor.id)) throw notFound('Agent');
    if (expected && (before.account_version ?? 0) !== expected.version)
      throw conflict(conflictOf(expected.view(before), expected.given, before.account_changed_by ?? null));
    const errors = { ...wrongPhones, ...noTeam, ...refusals(before, actor, body) };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return { body, phones, password_hash };
  });
}

/** Who changes an account, for its events and its record. */
interface ChangedBy {
  actor: EventActor;
  fullname: string;
}

/**
 * Changes an account by what `decide` makes of the record as it stands, with all that follows: sessions, presence, licences,
 * the one admin who stays. `leaving` is what of it can take an admin away. Throws `invalid`, `already_exists`, `not_found`.
 */
export async function changeAccount(
  ctx: AuthContext,
  by: ChangedBy,
  id: string,
  leaving: Pick<Body, 'role_id' | 'banned'>,
  decide: (before: StoredUser) => AccountChange,
): Promise<StoredUser> {
  const change = async (requireLeave: () => void) => {
    const agents = await countOnlineAgents(ctx);
    return changeUser(ctx, by.actor, id, (before) => {
      const decided = decide(before);
      if (losesAdmin(before, decided.body)) requireLeave();
      return agentChange(ctx, by.fullname, before, { ...decided, agents });
    }).catch((error: unknown) => {
      throw takenEmail(error) ?? error;
    });
  };
  // A ban changes who is online, and the count that is told with it.
  return ctx.presenceTurn(() => leavingAdmins(ctx, { id, change: leaving }, change));
}

/** What this user cannot be set to, by field. */
function refusals(user: StoredUser, actor: Actor, body: Body): Record<string, string> {
  const noStates = whyNoStates(user.role_id, body.states);
  const isSelf = user._id.toHexString() === actor.id;
  const isAnotherRole = body.role_id !== undefined && body.role_id !== user.role_id;
  return {
    ...(noStates === undefined ? {} : { states: noStates }),
    ...refusedTeam(body.role_id ?? user.role_id, body.team_id),
    ...(isSelf && body.banned === 1 ? { banned: 'You cannot ban yourself' } : {}),
    ...(isSelf && isAnotherRole ? { role_id: 'You cannot change your own role' } : {}),
    // Without the old one, whoever finds an open browser would keep the account.
    ...(isSelf && body.password !== undefined
      ? { password: 'Please use Change Password for your own password' }
      : {}),
  };
}

/** What becomes of an account. */
interface AccountChange {
  body: Body;
  phones?: { phone?: string; twilio_phone?: string };
  password_hash?: string | undefined;
  /** What SCIM keeps of it. */
  scim?: ScimState;
}

interface Prepared extends AccountChange {
  /** Online agents before the change. */
  agents: number;
}

function agentChange(
  ctx: AuthContext,
  fullnameOfActor: string,
  before: StoredUser,
  { body, phones, password_hash, scim, agents }: Prepared,
): UserChange | undefined {
  const id = before._id.toHexString();
  const fullname = fullnameOf(body.fname, body.lname);
  const credentials = mergeCredentials(
    () => before.email_credentials && open(ctx.encryptionKeys, id, before.email_credentials),
    body.email_credentials,
  );
  const set: Partial<StoredUser> = changesOf(before, {
    fname: body.fname,
    lname: body.lname,
    fullname,
    fullname_lower: lowered(fullname),
    email: body.email,
    email_lower: lowered(body.email),
    ...phones,
    role_id: body.role_id,
    team_id: body.team_id,
    subroles: body.subroles && sortedSet(body.subroles),
    ...statesChange(before, body, { by: fullnameOfActor, now: ctx.clock.now() }),
    banned: body.banned,
    not_assign: body.not_assign,
    password_hash,
    scim,
    email_credentials: credentials && seal(ctx.encryptionKeys, id, credentials),
  });
  const changed = Object.keys(set);
  if (changed.length === 0) return undefined;
  // Another address may be another person: whoever signs in by it next is linked anew.
  const unlinks = set.email_lower !== undefined && before.identities !== undefined;

  const after = { ...before, ...set };
  const isBannedNow = before.banned === 0 && after.banned === 1;
  const endsAll = endsSessions(before, after, password_hash !== undefined);
  const leaves = isBannedNow ? { ...after, ...absent } : after;
  const presence =
    changedFields(before, leaves).length === 0 ? undefined : presenceChange(before, leaves, agents);
  return {
    set: {
      ...set,
      ...presence?.set,
      ...(endsAll
        ? { session_version: before.session_version + 1, sessions_changed_at: ctx.clock.now() }
        : {}),
    },
    changedBy: fullnameOfActor,
    unset: [
      ...(endsAll ? ['kept_session' as const] : []),
      ...(endsAll && password_hash !== undefined ? ['one_time_password' as const] : []),
      ...(unlinks ? ['identities' as const] : []),
    ],
    eventsOf: (write: UserWrite) => [
      updatedEvent(write),
      ...(set.licences === undefined ? [] : licenceEvents(before.licences ?? [], write)),
      ...(endsAll ? [sessionsEndedEvent(write)] : []),
      ...(isBannedNow ? [bannedEvent(write)] : []),
      ...(presence?.eventsOf(write) ?? []),
    ],
  };
}

/** The licences follow the states that are named; where those stay, so do they. */
function statesChange(
  before: StoredUser,
  { states, subroles = before.subroles }: Body,
  { by, now }: { by: string; now: Date },
): Partial<StoredUser> {
  if (states === undefined || JSON.stringify(sortedSet(states)) === JSON.stringify(before.states)) return {};
  const licences = licencesOf(before, now);
  return withLicences(followStates(licences, { states, subroles }, { today: pacificDate(now), by }));
}
