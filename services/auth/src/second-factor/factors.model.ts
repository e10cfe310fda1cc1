import { Schema, type Connection, type Model } from 'mongoose';
import type { transport } from '@crm/contracts/entities/second-factor.js';
import type { z } from 'zod';
import type { Sealed } from '../user/sealed.js';

export interface StoredPasskey {
  /** The credential's id, in base64url as all below. */
  id: string;
  public_key: string;
  /** The authenticator's count of signatures; 0 for one that does not count. */
  counter: number;
  transports: z.infer<typeof transport>[];
  /** The host it was made for: no other can ask for it. */
  rp_id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** An authenticator app: its key, sealed, and the last time step of which a code was taken. */
export interface StoredTotp {
  sealed: Sealed;
  since: Date;
  last_step: number;
}

/** An enrollment under way; the next one takes its place. */
export type PendingEnrollment =
  | { method: 'totp'; sealed: Sealed; expires_at: Date }
  | { method: 'passkey'; challenge: string; rp_id: string; origin: string; expires_at: Date };

/** A person's second factors, in a record of their own: no view or event of a user can carry them. */
export interface StoredFactors {
  /** The user's id. */
  _id: string;
  passkeys: StoredPasskey[];
  totp?: StoredTotp;
  /** Hashes of the recovery codes that are left. */
  recovery: string[];
  pending?: PendingEnrollment;
}

export function factorsModel(connection: Connection): Model<StoredFactors> {
  const sealed = new Schema({ kid: String, iv: String, tag: String, data: String }, { _id: false });
  const passkey = new Schema(
    {
      id: String,
      public_key: String,
      counter: Number,
      transports: [String],
      rp_id: String,
      name: String,
      created_at: Date,
      last_used_at: { type: Date, default: null },
    },
    { _id: false, id: false },
  );
  const schema = new Schema<StoredFactors>(
    {
      _id: { type: String, required: true },
      passkeys: { type: [passkey], required: true },
      totp: { type: new Schema({ sealed, since: Date, last_step: Number }, { _id: false }) },
      recovery: { type: [String], required: true },
      pending: {
        type: new Schema(
          { method: String, sealed, challenge: String, rp_id: String, origin: String, expires_at: Date },
          { _id: false },
        ),
      },
    },
    { versionKey: false },
  );
  // For whether a passkey is somebody's already.
  schema.index({ 'passkeys.id': 1 }, { sparse: true });
  return connection.model<StoredFactors>('SecondFactors', schema, 'second_factors');
}
