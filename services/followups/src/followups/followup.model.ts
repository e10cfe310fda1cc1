import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { FollowupPriority } from '@crm/contracts/entities/followup.js';
import type { Flag } from '@crm/contracts/ids.js';
import { guardTombstones } from '@crm/platform/outbox/guard-tombstones.js';
import { dropRetiredIndex } from '@crm/platform/mongo/drop-retired-index.js';
import { addOutbox, aliveOnly, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** Mirrored lead fields, for filtering and sorting lists. */
export interface LeadDetails {
  fullname: string;
  /** Sort key of the name. */
  name_key: string;
  type_id: TypeId;
  status: StatusCode;
}

/** A follow-up of a lead. A deleted one stays as a tombstone until its last event is published. */
export interface FollowupDoc extends OutboxFields, LeadDetails {
  _id: Types.ObjectId;
  lead_id: Types.ObjectId;
  user_id: Types.ObjectId;
  /** Its place among those of its lead, 1 to 4; missing in the first place, also where a lead had one at most. */
  slot?: number;
  datetime: Date;
  /** Sealed; missing where its key was destroyed and a backup brought back the rest. */
  description?: string;
  priority: FollowupPriority;
  completed: Flag;
  /** When the owner is notified; null once notified, or if no notification is due. */
  due_at: Date | null;
  /** The lead version of the mirrored fields; older events are ignored. */
  lead_version: number;
}

/** The follow-ups of this service; a guard keeps every query from finding tombstones by accident. */
export function followupModel(connection: Connection): Model<FollowupDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<FollowupDoc>(
    {
      lead_id: ObjectId,
      user_id: ObjectId,
      slot: Number,
      datetime: Date,
      description: String,
      priority: Number,
      completed: Number,
      due_at: Date,
      fullname: String,
      name_key: String,
      type_id: Number,
      status: String,
      lead_version: Number,
    },
    { collection: 'followups' },
  );
  addOutbox(schema);
  // One per place of a lead, a missing one counting too, and lookup by lead: find(alive({ lead_id })).
  schema.index({ lead_id: 1, slot: 1 }, { unique: true, partialFilterExpression: aliveOnly });
  // Due follow-ups: findOne(alive({ due_at: { $lte } })).sort({ due_at: 1 }).
  schema.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
  // A user's list, and the list of all: find(alive({ user_id? })).sort({ completed: 1, datetime: 1, _id: 1 }).
  schema.index({ user_id: 1, completed: 1, datetime: 1, _id: 1 });
  schema.index({ completed: 1, datetime: 1, _id: 1 });
  // The columns of the page, and the days its filter offers.
  schema.index({ datetime: 1, _id: 1 });
  schema.index({ name_key: 1, _id: 1 });
  schema.index({ priority: 1, _id: 1 });
  const model = connection.model<FollowupDoc>('followup', schema);
  guardTombstones(connection, model.collection.name);
  return model;
}

/** While a lead had one follow-up at most, an index on the lead alone said so; the one on its places says more. */
export const oneOfLeadIndex = 'lead_id_1';

/** A process of that time builds it anew where it starts again. */
export async function dropOneOfLead({ followups }: { followups: Model<FollowupDoc> }): Promise<void> {
  await dropRetiredIndex(followups.collection, oneOfLeadIndex);
}
