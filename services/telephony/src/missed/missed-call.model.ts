import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** A call that nobody took. Its id is its call's. */
export interface MissedCallDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** E.164, or `anonymous`. */
  number: string;
  updated: Date;
  lead_id: Types.ObjectId | null;
  lead_name: string;
  /** As it is sorted by. */
  lead_key: string;
  /** What a search finds it by: the words of the name, and the number's digits. */
  words: string[];
  /** Whose it is; null where it was for nobody in particular. */
  user_id: Types.ObjectId | null;
  /** They asked to be called back, and nobody did. */
  callback?: boolean;
}

/** The missed calls of a service's own connection. */
export function missedCallModel(connection: Connection): Model<MissedCallDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<MissedCallDoc>(
    {
      number: String,
      updated: Date,
      lead_id: ObjectId,
      lead_name: String,
      lead_key: String,
      words: [String],
      user_id: ObjectId,
      callback: Boolean,
    },
    { collection: 'missedcalls' },
  );
  addOutbox(schema);
  // The table by its columns: all, or a user's own and those of nobody: find({ user_id? }).sort({ column, _id }).
  schema.index({ updated: -1, _id: -1 });
  schema.index({ user_id: 1, updated: -1, _id: -1 });
  schema.index({ number: 1, _id: 1 });
  schema.index({ lead_key: 1, _id: 1 });
  schema.index({ words: 1, updated: -1, _id: -1 });
  // All of a lead's when it is deleted.
  schema.index({ lead_id: 1 });
  return connection.model<MissedCallDoc>('missedcall', schema);
}
