import { Schema, type Connection, type Model } from 'mongoose';

/** How much of an allowance of failed sign-ins is used up. */
export interface StoredAllowance {
  /** The allowance's key: a hash, from which no e-mail or address can be read. */
  _id: string;
  /** When it is whole again, in milliseconds since 1970. */
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
  // The store itself removes those that are whole again.
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<StoredAllowance>('SignInAllowance', schema, 'sign_in_allowances');
}
