import { Schema, type Connection, type Model } from 'mongoose';

/** How much of a rate limit for failed sign-ins is used up. */
export interface StoredAllowance {
  /** The key of the limit, hashed: reveals no e-mail or address. */
  _id: string;
  /** When it is fully refilled, in milliseconds since 1970. */
  wholeAt: number;
  forgetAt: Date;
}

export function allowanceModel(connection: Connection): Model<StoredAllowance> {
  const schema = new Schema<StoredAllowance>(
    {
      _id: { type: String, required: true },
      wholeAt: { type: Number, required: true },
      forgetAt: { type: Date, required: true },
    },
    { versionKey: false },
  );
  // TTL index: the store removes refilled ones.
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<StoredAllowance>('SignInAllowance', schema, 'sign_in_allowances');
}
