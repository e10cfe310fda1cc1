import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { NotificationType } from '@crm/contracts/entities/messaging.js';
import { guardTombstones } from '@crm/platform/outbox/guard-tombstones.js';
import { addOutbox, aliveOnly, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** What somebody is to know. Read, it is gone: a tombstone until its last event is out. */
export interface NotificationDoc extends OutboxFields {
  _id: Types.ObjectId;
  type: NotificationType;
  /** The text, the voicemail or the follow-up that it is about. */
  about: Types.ObjectId;
  /** Of a follow-up, which falls due again when it is moved: the instant; empty otherwise. */
  occasion: string;
  lead_id: Types.ObjectId | null;
  lead_name: string;
  /** Null: all admins share it. */
  user_id: Types.ObjectId | null;
  /** Whose key its words are under: the lead's, or that of what it is about. */
  key_id: Types.ObjectId;
  /** Sealed; missing where its key was destroyed and a backup brought back the rest. */
  body?: string;
  createdAt: Date;
}

/** The notifications of a service's own connection; no query of them can forget that read ones leave a tombstone. */
export function notificationModel(connection: Connection): Model<NotificationDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<NotificationDoc>(
    {
      type: { type: String },
      about: ObjectId,
      occasion: String,
      lead_id: ObjectId,
      lead_name: String,
      user_id: ObjectId,
      key_id: ObjectId,
      body: String,
      createdAt: Date,
    },
    { collection: 'notifications' },
  );
  addOutbox(schema);
  // A user's own, and those of one lead: find(alive({ user_id, lead_id?, type? })).sort({ createdAt: -1, _id: -1 }).
  schema.index({ user_id: 1, createdAt: -1, _id: -1 }, { partialFilterExpression: aliveOnly });
  schema.index({ about: 1, type: 1 });
  schema.index({ lead_id: 1 });
  const model = connection.model<NotificationDoc>('notification', schema);
  guardTombstones(connection, model.collection.name);
  return model;
}
