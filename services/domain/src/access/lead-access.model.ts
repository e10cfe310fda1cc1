import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';

/** What decides whether somebody may work a lead; a projection of lead events. */
export interface LeadAccessDoc {
  _id: Types.ObjectId;
  type_id: TypeId;
  status: StatusCode;
  /** Its agent; null for none. */
  user_id: Types.ObjectId | null;
  version: number;
  goneAt?: Date | null;
}

/** The rights on leads of a service's own connection. */
export function leadAccessModel(connection: Connection): Model<LeadAccessDoc> {
  const schema = new Schema<LeadAccessDoc>(
    {
      type_id: Number,
      status: String,
      user_id: Schema.Types.ObjectId,
      version: Number,
      goneAt: Date,
    },
    { collection: 'leadaccess', versionKey: false },
  );
  return connection.model<LeadAccessDoc>('leadaccess', schema);
}
