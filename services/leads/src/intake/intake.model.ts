import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { IntakeRefusal } from '@crm/contracts/http/intake.js';

/** What became of a delivered lead, so that a second delivery gets the first one's answer. */
export interface IntakeDoc {
  /** The external id: partner's code and the partner's own id, or what the command named. */
  _id: string;
  /** SHA-256 of what was delivered: the same id with another lead is a mistake of the sender's. */
  fingerprint: string;
  lead_id: Types.ObjectId | null;
  reason: IntakeRefusal | null;
  /** The command that brought it; null where it came by call. */
  delivery: string | null;
  at: Date;
}

/** A sender that has not asked again for so long does not any more; the lead itself keeps its external id for good. */
const keptSeconds = 90 * 24 * 60 * 60;

/** The answers to deliveries of a service's own connection. */
export function intakeModel(connection: Connection): Model<IntakeDoc> {
  const schema = new Schema<IntakeDoc>(
    {
      _id: String,
      fingerprint: String,
      lead_id: Schema.Types.ObjectId,
      reason: String,
      delivery: String,
      at: Date,
    },
    { collection: 'intakes', versionKey: false },
  );
  schema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });
  return connection.model<IntakeDoc>('intake', schema);
}
