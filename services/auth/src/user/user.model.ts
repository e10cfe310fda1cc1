import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { roles, type RoleId } from '@crm/contracts/codes/roles.js';
import { awayReason, type AwayReason } from '@crm/contracts/entities/agent-state.js';
import type { Flag } from '@crm/contracts/ids.js';
import { accountFields } from '@crm/contracts/resources/person.js';
import { storedTypes, type StoredFields } from '@crm/platform/resources/stored-record.js';
import { part } from '@crm/platform/mongo/part.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import { licenceTypes, type LicenceFields } from './licence.model.js';
import type { ScimState } from './scim-state.js';
import type { Sealed } from './sealed.js';

/** What is known of a user's reachability. `AD_Status` is the autodialler's switch, not a lead's mark of that name. */
export interface Presence {
  active: Flag;
  online: Flag;
  in_call: Flag;
  AD_Status: Flag;
  /** Why they went offline, where they said so. */
  away_reason: AwayReason | null;
}

/** A network that a user signed in from, and when last. */
export interface KnownNetwork {
  network: string;
  at: Date;
}

/** A browser that a user signed in from, and when last. */
export interface KnownDevice {
  /** The hash of the browser's name. */
  device: string;
  at: Date;
}

export interface StoredUser
  extends OutboxFields, Presence, LicenceFields, StoredFields<typeof accountFields> {
  _id: Types.ObjectId;
  role_id: RoleId;
  fullname_lower: string;
  email_lower: string;
  /** Counts the changes of what admins keep of an account, and says who made the last one; missing where nobody has. */
  account_version?: number;
  account_changed_by?: string;
  email_credentials?: Sealed;
  text_message: string;
  voice_mail: string;
  uncompleted_lead: string | null;
  /** The sequence of the last work message taken in: an earlier one that comes late changes nothing. */
  work_sequence: number;
  /** The call that took online away, as telephony told it; missing where none goes on. */
  live_call?: string;
  /** The last calls that ended: a start that comes after its end changes nothing. */
  ended_calls?: string[];
  password_hash: string;
  /** The first admin's made-up password opens one session; `used`, it opens no other (see make-first-admin.ts). */
  one_time_password?: 'unused' | 'used';
  /** Tokens signed under a smaller one are over. */
  session_version: number;
  /** The one token below it that lives on, and its session: the one that changed the password or ended all others. */
  kept_session?: { jti: string; exp: number; sid?: string } | undefined;
  sessions_changed_at: Date;
  known_networks: KnownNetwork[];
  /** Browsers the user signed in from; missing where nobody has yet. */
  known_devices?: KnownDevice[];
  /** There while any of the presence is on, so that the watch finds those few without looking at everybody. */
  present?: true;
  /** Whom identity providers know the user as, `<issuer> <subject>`; missing where none does. */
  identities?: string[];
  /** What SCIM keeps of the account; missing where it has not touched it. */
  scim?: ScimState;
  createdAt: Date;
  updatedAt: Date;
}

const flag = { type: Number, enum: [0, 1], required: true };
// `required` would refuse an empty one.
const text = { type: String };

export function userModel(connection: Connection): Model<StoredUser> {
  const schema = new Schema<StoredUser>({
    role_id: { type: Number, enum: Object.values(roles), required: true },
    ...storedTypes(accountFields),
    ...licenceTypes,
    fullname_lower: { type: String, required: true },
    email_lower: { type: String, required: true },
    account_version: Number,
    account_changed_by: String,
    online: flag,
    active: flag,
    in_call: flag,
    AD_Status: flag,
    away_reason: { type: String, enum: [...awayReason.options, null], default: null },
    email_credentials: {
      type: new Schema({ kid: String, iv: String, tag: String, data: String }, { _id: false }),
    },
    text_message: text,
    voice_mail: text,
    uncompleted_lead: { type: String, default: null },
    work_sequence: { type: Number, required: true },
    live_call: { type: String },
    ended_calls: { type: [String], default: undefined },
    password_hash: { type: String, required: true },
    one_time_password: { type: String, enum: ['unused', 'used'] },
    session_version: { type: Number, required: true },
    kept_session: { type: new Schema({ jti: String, exp: Number, sid: String }, { _id: false }) },
    sessions_changed_at: { type: Date, required: true },
    known_networks: { type: [new Schema({ network: String, at: Date }, { _id: false })], required: true },
    known_devices: { type: [new Schema({ device: String, at: Date }, { _id: false })], default: undefined },
    present: { type: Boolean },
    identities: { type: [String], default: undefined },
    scim: part({
      provider_id: String,
      external_id: { type: String, default: null },
      active: Boolean,
      groups: [String],
      needs_group: Boolean,
      locked: Boolean,
      deleted: Boolean,
    }),
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  });
  addOutbox(schema);

  // For sign-in; and two users of one e-mail, however it is written, cannot be.
  schema.index({ email_lower: 1 }, { unique: true });
  // For listAgents and the lists of accounts: those of a role by name. For makeFirstAdmin and leavingAdmins: whether there is an admin.
  schema.index({ role_id: 1, fullname_lower: 1 });
  // For the lists of suitable agents.
  schema.index({ states: 1, role_id: 1, banned: 1, not_assign: 1 });
  // For the count of online agents, from the index alone.
  schema.index({ online: 1, role_id: 1, banned: 1 });
  // For the people of a team.
  schema.index({ team_id: 1 }, { sparse: true });
  // For a licence by its id.
  schema.index({ 'licences._id': 1 }, { sparse: true });
  // For the warnings about licences: whose is due next.
  schema.index({ licence_due_at: 1 }, { sparse: true });
  // For a sign-in at a provider: whose identity it is, and nobody else's.
  schema.index({ identities: 1 }, { unique: true, sparse: true });
  // For SCIM: whom a provider knows by an id of its own, and who is in a group.
  schema.index({ 'scim.external_id': 1 }, { sparse: true });
  schema.index({ 'scim.groups': 1 }, { sparse: true });
  // For the watch and for sockets that arrive: users of whose presence anything is on.
  schema.index({ present: 1 }, { sparse: true });
  // For the session feed: what changed since.
  schema.index({ sessions_changed_at: 1 });

  return connection.model<StoredUser>('User', schema, 'users');
}
