import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { RoleId } from '@crm/contracts/codes/roles.js';
import type { Flag } from '@crm/contracts/ids.js';
import { teamIndex } from '@crm/domain/users/with-team.js';

/** Projection of auth's users, for the rows of the statistic. */
export interface StatsUserDoc {
  _id: Types.ObjectId;
  role_id: RoleId;
  fullname: string;
  /** Missing while auth has told of none. */
  team_id?: string | null;
  banned: Flag;
  /** The version of auth's document that this was read from; older events are ignored. */
  version: number;
}

/** The users of a service's own connection. */
export function statsUserModel(connection: Connection): Model<StatsUserDoc> {
  const schema = new Schema<StatsUserDoc>(
    { role_id: Number, fullname: String, team_id: String, banned: Number, version: Number },
    { collection: 'users', versionKey: false },
  );
  schema.index(...teamIndex);
  return connection.model<StatsUserDoc>('user', schema);
}
