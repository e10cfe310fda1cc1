import type { Types } from 'mongoose';
import { worksAsAgent, type RoleId, type SubroleId } from '@crm/contracts/codes/roles.js';
import type { Flag } from '@crm/contracts/ids.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { agents } from '@crm/contracts/resources/person.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { auditChanges } from '@crm/platform/audit/add-details.js';
import { alreadyExists } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { AuthContext } from '../context.js';
import { licenceEvents, withLicences } from '../licences/change-licences.js';
import { followStates } from '../user/stored-licences.js';
import { absent } from '../presence/presence.rules.js';
import type { Sealed } from '../user/sealed.js';
import type { ScimState } from '../user/scim-state.js';
import { auditedUserChanges } from '../user/audited-user.js';
import { accountEvents, createdEvent } from '../user/user.events.js';
import type { StoredUser } from '../user/user.model.js';
import { fullnameOf, lowered, sortedSet } from '../user/user.rules.js';

interface NewUser {
  _id: Types.ObjectId;
  role_id: RoleId;
  fname: string;
  lname: string;
  email: string;
  password_hash: string;
  phone?: string;
  twilio_phone?: string;
  subroles: readonly SubroleId[];
  team_id?: string | null;
  states: readonly StateCode[];
  email_credentials?: Sealed;
  one_time_password?: 'unused';
  account_changed_by?: string;
  identities?: string[];
  scim?: ScimState;
  banned?: Flag;
  now: Date;
}

/** A user as it is first stored: nobody's presence on, no lead begun, the first session version. */
export function newUser({ now, subroles, states, ...given }: NewUser): StoredUser {
  const fullname = fullnameOf(given.fname, given.lname);
  const sells = worksAsAgent(given.role_id);
  const today = pacificDate(now);
  const by = given.account_changed_by ?? null;
  return {
    ...withLicences(sells ? followStates([], { states, subroles }, { today, by }) : []),
    phone: '',
    twilio_phone: '',
    team_id: null,
    ...given,
    fullname,
    fullname_lower: lowered(fullname),
    email_lower: lowered(given.email),
    subroles: sortedSet(subroles),
    ...absent,
    banned: given.banned ?? 0,
    not_assign: 0,
    text_message: '',
    voice_mail: '',
    uncompleted_lead: null,
    work_sequence: 0,
    session_version: 1,
    sessions_changed_at: now,
    known_networks: [],
    account_version: 1,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** Stores a new user with its event. Throws `already_exists` where the e-mail is taken. */
export async function insertUser(ctx: AuthContext, actor: EventActor, user: StoredUser): Promise<void> {
  const now = user.createdAt;
  const write = { after: user, actor, now };
  auditChanges(`user/${user._id.toHexString()}`, auditedUserChanges(undefined, user));
  try {
    await ctx.models.users.insertMany([
      insertWithEvents(
        user,
        [createdEvent(write), ...accountEvents(write, 'created'), ...licenceEvents([], write)],
        now,
      ),
    ]);
  } catch (error) {
    throw takenEmail(error) ?? error;
  }
}

/** The refusal that a broken unique index on the e-mail amounts to. */
export function takenEmail(error: unknown): Error | undefined {
  const isTaken = isDuplicate(error) && error.message.includes('email_lower');
  return isTaken ? alreadyExists(agents.unique?.email ?? '', 'email') : undefined;
}
