import { Schema, type Connection, type Model } from 'mongoose';

/** Wrong passwords at one account from a device or network that is known for it. */
export interface StoredBackoff {
  /** A hash, from which no e-mail, device or address can be read. */
  _id: string;
  count: number;
  /** When the next attempt has its turn, in milliseconds since 1970. */
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
  // The store itself removes those that are forgotten.
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<StoredBackoff>('SignInBackoff', schema, 'sign_in_backoffs');
}
