import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { PushSubscription } from '@crm/contracts/http/push.js';

/** A browser that takes notices. */
export interface PushSubscriptionDoc extends PushSubscription {
  _id: Types.ObjectId;
  user_id: Types.ObjectId;
  /** When the browser last said that it is there. */
  seenAt: Date;
}

/** The browsers of all users: each belongs to whoever signed in to it last. */
export function pushSubscriptionModel(connection: Connection): Model<PushSubscriptionDoc> {
  const schema = new Schema<PushSubscriptionDoc>(
    {
      user_id: Schema.Types.ObjectId,
      endpoint: String,
      keys: { _id: false, type: { p256dh: String, auth: String } },
      seenAt: Date,
    },
    { collection: 'pushsubscriptions' },
  );
  schema.index({ endpoint: 1 }, { unique: true });
  // Of a user, the newest first: find({ user_id }).sort({ seenAt: -1 }).
  schema.index({ user_id: 1, seenAt: -1 });
  return connection.model<PushSubscriptionDoc>('pushsubscription', schema);
}
