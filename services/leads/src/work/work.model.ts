import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** The lead that a user works and has to complete, under the user's id. Subject `work/<user id>`. */
export interface WorkDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** Missing while the user is free. */
  lead_id?: Types.ObjectId;
  /** Whether a status was saved since the work started: only then may it be completed. */
  statusSaved: boolean;
  startedAt: Date;
}

/** The work of a service's own connection. */
export function workModel(connection: Connection): Model<WorkDoc> {
  const schema = new Schema<WorkDoc>(
    { lead_id: Schema.Types.ObjectId, statusSaved: Boolean, startedAt: Date },
    { collection: 'work' },
  );
  addOutbox(schema);
  // One lead is worked by one user at a time; and who works a lead: find({ lead_id: { $in } }).
  schema.index({ lead_id: 1 }, { unique: true, sparse: true });
  return connection.model<WorkDoc>('work', schema);
}
