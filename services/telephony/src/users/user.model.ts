import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { RoleId, SubroleId } from '@crm/contracts/codes/roles.js';
import type { AwayReason } from '@crm/contracts/entities/agent-state.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { Flag } from '@crm/contracts/ids.js';
import { teamIndex } from '@crm/domain/users/with-team.js';

/** What telephony knows of a user of auth's, kept by events: who is called how, from which number, and reachable. */
export interface TelephonyUserDoc {
  _id: Types.ObjectId;
  role_id: RoleId;
  fullname: string;
  subroles: SubroleId[];
  states: StateCode[];
  /** Missing while auth has told of none. */
  team_id?: string | null;
  banned: Flag;
  /** The user's own number at the carrier, E.164; empty for none. */
  twilio_phone: string;
  /** The greeting of the user's own, an address of ours; empty for the one of all. */
  voice_mail: string;
  /** The version of auth's document that this was read from: an older event changes nothing. */
  version: number;
  online: Flag;
  active: Flag;
  in_call: Flag;
  /** Whether the guide's dialler is on, as auth has it. */
  AD_Status: Flag;
  /** Why they went offline; missing where nobody said yet. */
  away_reason?: AwayReason | null;
  /** As `version`, of the presence, which is told by events of its own. */
  presenceVersion: number;
}

/** The users of a service's own connection. */
export function telephonyUserModel(connection: Connection): Model<TelephonyUserDoc> {
  const schema = new Schema<TelephonyUserDoc>(
    {
      role_id: Number,
      fullname: String,
      subroles: [Number],
      states: [String],
      team_id: String,
      banned: Number,
      twilio_phone: String,
      voice_mail: String,
      version: Number,
      online: Number,
      active: Number,
      in_call: Number,
      AD_Status: Number,
      away_reason: String,
      presenceVersion: Number,
    },
    { collection: 'users', versionKey: false },
  );
  // Whose number was called: find({ twilio_phone }).
  schema.index({ twilio_phone: 1 });
  schema.index(...teamIndex);
  return connection.model<TelephonyUserDoc>('user', schema);
}
