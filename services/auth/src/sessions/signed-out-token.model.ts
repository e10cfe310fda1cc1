import { Schema, type Connection, type Model } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** A revoked token. */
export interface SignedOutToken extends OutboxFields {
  /** The token's id, `jti`. */
  _id: string;
  user_id: string;
  /** When it would have expired: seconds since 1970, as in the token. */
  exp: number;
  signed_out_at: Date;
  /** When the record can be removed: a day after the token's expiry, when no pending event refers to it any more. */
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
  // For the session feed: tokens revoked since a time.
  schema.index({ signed_out_at: 1 });
  // TTL index.
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<SignedOutToken>('SignedOutToken', schema, 'signed_out_tokens');
}
