import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Certificate, ConsentKind } from '@crm/contracts/customers/consent.js';
import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import { part } from '@crm/platform/mongo/part.js';

/** A consent as it was received. It is only ever added: it proves what was known when somebody was contacted. */
export interface ConsentDoc {
  _id: Types.ObjectId;
  /** The lead that it came with; null where that was not taken. */
  lead_id: Types.ObjectId | null;
  /** E.164 numbers and e-mails in lower case. */
  addresses: string[];
  kind: ConsentKind;
  /** Empty where the sender did not say. */
  channels: ContactChannel[];
  at: Date | null;
  received_at: Date;
  received_from: string;
  text: string | null;
  url: string | null;
  ip: string | null;
  seller: string | null;
  certificates: Certificate[];
}

/** The consents of a service's own connection. */
export function consentModel(connection: Connection): Model<ConsentDoc> {
  const schema = new Schema<ConsentDoc>(
    {
      lead_id: Schema.Types.ObjectId,
      addresses: [String],
      kind: String,
      channels: [String],
      at: Date,
      received_at: Date,
      received_from: String,
      text: String,
      url: String,
      ip: String,
      seller: String,
      certificates: [part({ by: String, id: String, url: String })],
    },
    { collection: 'consents', versionKey: false },
  );
  // Of a person, the last first: find({ addresses: { $in } }).sort({ received_at: -1 }).
  schema.index({ addresses: 1, received_at: -1 });
  // Of a lead whose numbers have changed since: find({ lead_id }).
  schema.index({ lead_id: 1, received_at: -1 });
  return connection.model<ConsentDoc>('consent', schema);
}
