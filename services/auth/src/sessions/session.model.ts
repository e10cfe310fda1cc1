import { Schema, type Connection, type Model } from 'mongoose';
import { sessionProvider, type SessionProvider } from '../providers/session-provider.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** Why a session ended other than by a version of its user. */
export const endReasons = ['signed-out', 'ended', 'idle', 'too-old', 'reused', 'factor-required'] as const;
export type EndReason = (typeof endReasons)[number];

/** A token that was renewed, and when first: used for renewal long after, it is in two hands. */
export interface RenewedToken {
  jti: string;
  at: Date;
}

/** A session from sign-in on: the family of all tokens that are renewed from its first. */
export interface StoredSession extends OutboxFields {
  /** The `sid` of its tokens; the id of the first token of one that began before there were sessions. */
  _id: string;
  user_id: string;
  /** The user's session version of its newest token. */
  sv: number;
  started_at: Date;
  last_click_at: Date;
  /** What idleness counts from: the last click, or the last moment of a call. */
  active_at: Date;
  address: string;
  network: string;
  browser: string | null;
  system: string | null;
  renewed: RenewedToken[];
  /** Missing where it began with a password. */
  provider?: SessionProvider;
  /** When the last of its tokens expires: seconds since 1970. */
  exp: number;
  /** There while it has not ended. */
  open?: true;
  ended_at?: Date;
  end_reason?: EndReason;
  /** When the record can be removed: a day after no token of it is left. */
  forgetAt?: Date;
}

export function sessionModel(connection: Connection): Model<StoredSession> {
  const schema = new Schema<StoredSession>({
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    sv: { type: Number, required: true },
    started_at: { type: Date, required: true },
    last_click_at: { type: Date, required: true },
    active_at: { type: Date, required: true },
    address: { type: String },
    network: { type: String },
    browser: { type: String, default: null },
    system: { type: String, default: null },
    renewed: { type: [new Schema({ jti: String, at: Date }, { _id: false })], required: true },
    provider: sessionProvider,
    exp: { type: Number, required: true },
    open: { type: Boolean },
    ended_at: { type: Date },
    end_reason: { type: String, enum: endReasons },
    forgetAt: { type: Date },
  });
  addOutbox(schema);
  // For the lists of a user's sessions.
  schema.index({ user_id: 1, open: 1 });
  // For the limits: the next session that becomes idle, or too old.
  schema.index({ open: 1, active_at: 1 });
  schema.index({ open: 1, started_at: 1 });
  // For the session feed: what ended since.
  schema.index({ ended_at: 1 }, { sparse: true });
  // TTL index.
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<StoredSession>('Session', schema, 'sessions');
}
