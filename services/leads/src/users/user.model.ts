import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { RoleId, SubroleId } from '@crm/contracts/codes/roles.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { Flag } from '@crm/contracts/ids.js';
import { teamIndex } from '@crm/domain/users/with-team.js';
import type { HeldLicence } from '@crm/contracts/licences/held-licence.js';

/** What leads knows of a user of auth's, kept by events: who can be given leads, and how people are called. */
export interface LeadUserDoc {
  _id: Types.ObjectId;
  role_id: RoleId;
  fname: string;
  lname: string;
  fullname: string;
  /** Lower-cased, for the order of choices. */
  sortName: string;
  email: string;
  subroles: SubroleId[];
  states: StateCode[];
  /** Missing while auth has told of none. */
  licences?: HeldLicence[];
  /** Missing while auth has told of none. */
  team_id?: string | null;
  banned: Flag;
  not_assign: Flag;
  /** The version of auth's document that this was read from: an older event changes nothing. */
  version: number;
  /** Reachable now; absent while nobody has told of it. */
  online?: Flag;
  /** In a call, and reachable behind it. */
  in_call?: Flag;
  /** As `version`, of the presence, which is told by events of its own. */
  presenceVersion?: number;
  /** When the user was last given a lead by somebody else or by itself: whose turn it is. */
  given_at?: Date | null;
  /** There while leads of the user still bear the former name. */
  isRenaming?: boolean;
}

/** The users of a service's own connection. */
export function leadUserModel(connection: Connection): Model<LeadUserDoc> {
  const schema = new Schema<LeadUserDoc>(
    {
      role_id: Number,
      fname: String,
      lname: String,
      fullname: String,
      sortName: String,
      email: String,
      subroles: [Number],
      states: [String],
      licences: {
        type: [new Schema({ state: String, line: String, from: String, until: String }, { _id: false })],
        default: undefined,
      },
      team_id: String,
      banned: Number,
      not_assign: Number,
      version: Number,
      online: Number,
      in_call: Number,
      presenceVersion: Number,
      given_at: Date,
      isRenaming: Boolean,
    },
    { collection: 'users', versionKey: false },
  );
  // Choices of agents and guides by name: find({ role_id: { $in } }).sort({ sortName, _id }).
  schema.index({ role_id: 1, sortName: 1, _id: 1 });
  schema.index(...teamIndex);
  return connection.model<LeadUserDoc>('user', schema);
}
