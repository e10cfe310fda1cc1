import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { EmailStatus } from '@crm/contracts/entities/messaging.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** An e-mail to a customer. */
export interface EmailDoc extends OutboxFields {
  _id: Types.ObjectId;
  lead_id: Types.ObjectId;
  user_id: Types.ObjectId;
  to: string;
  /** Sealed, as its words are; missing where the key was destroyed and a backup brought back the rest. */
  title?: string;
  text?: string;
  fname: string;
  lname: string;
  send_status: EmailStatus;
  reason: string;
  /** Its Message-ID, which the next one to the same customer answers to. */
  message_id: string;
  createdAt: Date;
  /** When it is given up that was being sent as the process died; null once it is over. */
  at: Date | null;
}

/** The e-mails of a service's own connection. */
export function emailModel(connection: Connection): Model<EmailDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<EmailDoc>(
    {
      lead_id: ObjectId,
      user_id: ObjectId,
      to: String,
      title: String,
      text: String,
      fname: String,
      lname: String,
      send_status: String,
      reason: String,
      message_id: String,
      createdAt: Date,
      at: Date,
    },
    { collection: 'emails' },
  );
  addOutbox(schema);
  // The e-mails of a lead, the last one first.
  schema.index({ lead_id: 1, _id: -1 });
  // The same for its timeline: find({ lead_id, createdAt }).sort({ createdAt: -1, _id: -1 }).
  schema.index({ lead_id: 1, createdAt: -1, _id: -1 });
  // What a process left half sent: find({ at <= now }).
  schema.index({ at: 1 }, { partialFilterExpression: { at: { $type: 'date' } } });
  return connection.model<EmailDoc>('email', schema);
}
