import { Schema, type Connection, type Model } from 'mongoose';

/** Wrong passwords for one account from a known device or network. */
export interface StoredBackoff {
  /** A hash: reveals no e-mail, device or address. */
  _id: string;
  count: number;
  /** When the next attempt is allowed, in milliseconds since 1970. */
  nextAt: number;
  forgetAt: Date;
}

export function backoffModel(connection: Connection): Model<StoredBackoff> {
  const schema = new Schema<StoredBackoff>(
    {
      _id: { type: String, required: true },
      count: { type: Number, required: true },
      nextAt: { type: Number, required: true },
      forgetAt: { type: Date, required: true },
    },
    { versionKey: false },
  );
  // TTL index: the store removes expired ones.
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<StoredBackoff>('SignInBackoff', schema, 'sign_in_backoffs');
}
