import { Schema, type Connection, type Model } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/**
 * A number that texts come from. `text.received` of all its texts waits in this one outbox, since the relay keeps the
 * order of one document's events.
 */
export interface SenderDoc extends OutboxFields {
  _id: string;
  /** The arrival number of the last text whose event was put into the outbox. */
  published: number;
}

export function senderModel(connection: Connection): Model<SenderDoc> {
  const schema = new Schema<SenderDoc>({ _id: String, published: Number }, { collection: 'senders' });
  addOutbox(schema);
  return connection.model<SenderDoc>('sender', schema);
}
