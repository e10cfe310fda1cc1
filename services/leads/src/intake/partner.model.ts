import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { SourceName } from '@crm/contracts/codes/sources.js';
import type { Flag } from '@crm/contracts/ids.js';

/** A company that delivers leads by call, with its key as a hash. */
export interface PartnerDoc {
  _id: Types.ObjectId;
  /** Stands before the partner's own ids of leads. */
  code: string;
  name: string;
  sources: SourceName[];
  active: Flag;
  /** SHA-256 of the key: the key is random, so nothing slower is needed to keep it. */
  key_hash: string;
  key_hint: string;
  accepted: number;
  rejected: number;
  last_used_at: Date | null;
  createdAt: Date;
  /** Who made it, and who changed it last. */
  created_by: string;
  changed_by: string;
}

/** The partners of a service's own connection. */
export function partnerModel(connection: Connection): Model<PartnerDoc> {
  const schema = new Schema<PartnerDoc>(
    {
      code: String,
      name: String,
      sources: [String],
      active: Number,
      key_hash: String,
      key_hint: String,
      accepted: Number,
      rejected: Number,
      last_used_at: Date,
      createdAt: Date,
      created_by: String,
      changed_by: String,
    },
    { collection: 'partners', versionKey: false },
  );
  // Two partners never share a code: createPartner's insert.
  schema.index({ code: 1 }, { unique: true });
  // Whose key came with a call: findOne({ key_hash, active }).
  schema.index({ key_hash: 1 }, { unique: true });
  return connection.model<PartnerDoc>('partner', schema);
}
