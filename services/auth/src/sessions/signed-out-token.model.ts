import { Schema, type Connection, type Model } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** A token that was signed out before its time. */
export interface SignedOutToken extends OutboxFields {
  /** The token's id, `jti`. */
  _id: string;
  user_id: string;
  /** When it would have expired by itself: seconds since 1970, as the token says. */
  exp: number;
  signed_out_at: Date;
  /** When the record may go: a day after the token itself, so that nothing of it waits for the bus any more. */
  forgetAt: Date;
}

export function signedOutTokenModel(connection: Connection): Model<SignedOutToken> {
  const schema = new Schema<SignedOutToken>({
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    exp: { type: Number, required: true },
    signed_out_at: { type: Date, required: true },
    forgetAt: { type: Date, required: true },
  });
  addOutbox(schema);
  // For the session feed: tokens signed out since.
  schema.index({ signed_out_at: 1 });
  // The store itself removes what is past.
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<SignedOutToken>('SignedOutToken', schema, 'signed_out_tokens');
}
