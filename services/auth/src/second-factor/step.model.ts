import { Schema, type Connection, type Model } from 'mongoose';

import { sessionProvider, type SessionProvider } from '../providers/session-provider.js';

/** A sign-in whose password was right and that waits for its second step. */
export interface StoredStep {
  /** The hash of its token. */
  _id: string;
  user_id: string;
  /** The user's session version then: whatever ends all sessions ends the step. */
  sv: number;
  /** Whether a factor is enrolled in it, and not asked for. */
  must_enroll: boolean;
  /** The provider that it comes behind; missing behind a password. */
  provider?: SessionProvider;
  /** Proofs tried so far. */
  tries: number;
  /** What passkeys sign, once asked for. */
  challenge?: { value: string; rp_id: string; origin: string };
  expires_at: Date;
}

export function stepModel(connection: Connection): Model<StoredStep> {
  const schema = new Schema<StoredStep>(
    {
      _id: { type: String, required: true },
      user_id: { type: String, required: true },
      sv: { type: Number, required: true },
      must_enroll: { type: Boolean, required: true },
      provider: sessionProvider,
      tries: { type: Number, required: true },
      challenge: { type: new Schema({ value: String, rp_id: String, origin: String }, { _id: false }) },
      expires_at: { type: Date, required: true },
    },
    { versionKey: false },
  );
  // TTL index.
  schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  return connection.model<StoredStep>('SignInStep', schema, 'sign_in_steps');
}
