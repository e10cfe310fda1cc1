import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { RoleId } from '@crm/contracts/codes/roles.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** One window or call that holds a lead, by a name of the holder's own, until its lease runs out. */
export interface Holder {
  holder: string;
  until: Date;
}

/**
 * Who has a lead open. One document per lead that was ever opened, under the lead's id: that makes it unique, and its
 * version goes on rising, so that the events of `lead/<id>/hold` keep their order.
 */
export interface HoldDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** Null while nobody holds it. */
  user_id: Types.ObjectId | null;
  fullname: string | null;
  role: RoleId | null;
  holders: Holder[];
  /** A call of theirs bound the lead to them: they may work it while they hold it, though it is not theirs. */
  bound?: boolean;
  /** The longest of the holders' leases; there only while somebody holds the lead. */
  until?: Date;
}

/** The holds of a service's own connection. */
export function holdModel(connection: Connection): Model<HoldDoc> {
  const schema = new Schema<HoldDoc>(
    {
      user_id: Schema.Types.ObjectId,
      fullname: String,
      role: Number,
      bound: Boolean,
      holders: { type: [new Schema<Holder>({ holder: String, until: Date }, { _id: false })] },
      until: Date,
    },
    { collection: 'holds' },
  );
  addOutbox(schema);
  // The sweep: holds whose lease ran out, find({ until: { $lte: now } }).
  schema.index({ until: 1 }, { sparse: true });
  return connection.model<HoldDoc>('hold', schema);
}
