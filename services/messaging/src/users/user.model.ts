import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { RoleId } from '@crm/contracts/codes/roles.js';
import type { Flag } from '@crm/contracts/ids.js';
import { teamIndex } from '@crm/domain/users/with-team.js';

/** What messaging knows of a user of auth's, kept by events: who writes, and from where. */
export interface MessagingUserDoc {
  _id: Types.ObjectId;
  role_id: RoleId;
  fname: string;
  lname: string;
  fullname: string;
  email: string;
  phone: string;
  /** The user's own number at the carrier, E.164; empty for none. */
  twilio_phone: string;
  /** What is texted to whoever called and was not answered; empty for the text of all. */
  text_message: string;
  /** Missing while auth has told of none. */
  team_id?: string | null;
  banned: Flag;
  email_credentials_set: boolean;
  /** The version of auth's document that this was read from: an older event changes nothing. */
  version: number;
}

/** The users of a service's own connection. */
export function messagingUserModel(connection: Connection): Model<MessagingUserDoc> {
  const schema = new Schema<MessagingUserDoc>(
    {
      role_id: Number,
      fname: String,
      lname: String,
      fullname: String,
      email: String,
      phone: String,
      twilio_phone: String,
      text_message: String,
      team_id: String,
      banned: Number,
      email_credentials_set: Boolean,
      version: Number,
    },
    { collection: 'users', versionKey: false },
  );
  // Whose number was written to: find({ twilio_phone, banned }).
  schema.index({ twilio_phone: 1 });
  schema.index(...teamIndex);
  return connection.model<MessagingUserDoc>('user', schema);
}
