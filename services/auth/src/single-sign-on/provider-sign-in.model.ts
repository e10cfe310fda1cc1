import { Schema, type Connection, type Model } from 'mongoose';
import { part } from '@crm/platform/mongo/part.js';
import type { ProvenPerson } from '../providers/claims.rules.js';
import type { Sealed } from '../user/sealed.js';

/** Why a provider's answer is no proof: somebody declined there, or it was not what was asked for. */
export const refusals = ['declined', 'failed'] as const;
export type Refusal = (typeof refusals)[number];

/** A sign-in that is under way at an identity provider, from its beginning until its ticket is used. */
export interface ProviderSignIn {
  /** The hash of its state. */
  _id: string;
  provider_id: string;
  /** The hash of the cookie of the browser that it began in: no other may end it. */
  browser: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  expires_at: Date;
  /** The hash of the ticket, once the provider has answered: a state is taken once. */
  ticket?: string;
  refusal?: Refusal;
  person?: ProvenPerson;
  id_token?: Sealed;
}

export function providerSignInModel(connection: Connection): Model<ProviderSignIn> {
  const text = { type: String, required: true };
  const schema = new Schema<ProviderSignIn>(
    {
      _id: text,
      provider_id: text,
      browser: text,
      nonce: text,
      verifier: text,
      redirect_uri: text,
      expires_at: { type: Date, required: true },
      ticket: String,
      refusal: { type: String, enum: refusals },
      person: part({
        ...{ issuer: String, sub: String, email: String, isVerified: Boolean, fname: String, lname: String },
        ...{ groups: [String], methods: [String] },
      }),
      id_token: part({ kid: String, iv: String, tag: String, data: String }),
    },
    { versionKey: false },
  );
  // For the ticket that a browser comes back with.
  schema.index({ ticket: 1 }, { sparse: true });
  // TTL index.
  schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  return connection.model<ProviderSignIn>('ProviderSignIn', schema, 'provider_sign_ins');
}
