import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { FollowupPriority } from '@crm/contracts/entities/followup.js';
import type { Flag } from '@crm/contracts/ids.js';
import { guardTombstones } from '@crm/platform/outbox/guard-tombstones.js';
import { addOutbox, aliveOnly, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** What a follow-up carries of its lead, for lists to be filtered and sorted by. */
export interface LeadDetails {
  fullname: string;
  /** The name as it is sorted by. */
  name_key: string;
  type_id: TypeId;
  status: StatusCode;
}

/** The follow-up of a lead. Deleted, it is a tombstone until its last event is out. */
export interface FollowupDoc extends OutboxFields, LeadDetails {
  _id: Types.ObjectId;
  lead_id: Types.ObjectId;
  user_id: Types.ObjectId;
  datetime: Date;
  description: string;
  priority: FollowupPriority;
  completed: Flag;
  /** When the owner is to be told; null once told, or where there is nothing to tell. */
  due_at: Date | null;
  /** The version of the lead that its facts were read from: an older event changes nothing. */
  lead_version: number;
}

/** The follow-ups of a service's own connection; no query of them can forget that deleted ones leave a tombstone. */
export function followupModel(connection: Connection): Model<FollowupDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<FollowupDoc>(
    {
      lead_id: ObjectId,
      user_id: ObjectId,
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
  // One of each lead, and the lead's own: findOne(alive({ lead_id })).
  schema.index({ lead_id: 1 }, { unique: true, partialFilterExpression: aliveOnly });
  // What falls due: findOne(alive({ due_at: { $lte } })).sort({ due_at: 1 }).
  schema.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
  // A user's own, and everybody's: find(alive({ user_id? })).sort({ completed: 1, datetime: 1, _id: 1 }).
  schema.index({ user_id: 1, completed: 1, datetime: 1, _id: 1 });
  schema.index({ completed: 1, datetime: 1, _id: 1 });
  // The columns of the page, and the days that its filter offers.
  schema.index({ datetime: 1, _id: 1 });
  schema.index({ name_key: 1, _id: 1 });
  schema.index({ priority: 1, _id: 1 });
  const model = connection.model<FollowupDoc>('followup', schema);
  guardTombstones(connection, model.collection.name);
  return model;
}
