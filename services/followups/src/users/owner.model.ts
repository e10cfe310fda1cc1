import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { RoleId, SubroleId } from '@crm/contracts/codes/roles.js';
import type { Flag } from '@crm/contracts/ids.js';

/** Projection of auth's users: possible owners and their names. */
export interface OwnerDoc {
  _id: Types.ObjectId;
  role_id: RoleId;
  subroles: SubroleId[];
  fullname: string;
  banned: Flag;
  /** The version of auth's document that this was read from; older events are ignored. */
  version: number;
}

/** The users of a service's own connection. */
export function ownerModel(connection: Connection): Model<OwnerDoc> {
  const schema = new Schema<OwnerDoc>(
    { role_id: Number, subroles: [Number], fullname: String, banned: Number, version: Number },
    { collection: 'users', versionKey: false },
  );
  return connection.model<OwnerDoc>('user', schema);
}
