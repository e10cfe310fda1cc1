import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { deliveredTypes } from '@crm/contracts/codes/webhook-events.js';
import { deliveryDays, type DeliveryState } from '@crm/contracts/resources/webhook-delivery.js';

/** An event for a webhook: once for each of both, however often the bus brings it. */
export interface DeliveryDoc {
  /** Of webhook and event. */
  _id: Types.ObjectId;
  webhook_id: Types.ObjectId;
  /** The webhook's name at the time. */
  webhook: string;
  type: (typeof deliveredTypes)[number];
  subject: string;
  event_id: string;
  /** The body as it is sent and signed. */
  body: string;
  /** Whose data is in it, so that an erasure finds it. */
  lead_ids: Types.ObjectId[];
  state: DeliveryState;
  attempts: number;
  result: string;
  /** Since when it is tried: a replay begins anew. */
  since: Date;
  /** When it is tried next, or who tries it now counts as gone; null once it is over. */
  next_at: Date | null;
  delivered_at: Date | null;
  at: Date;
  /** Never set, and asked for by every list of a resource. */
  deletedAt?: Date | null;
}

/** The deliveries of a service's own connection. */
export function deliveryModel(connection: Connection): Model<DeliveryDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<DeliveryDoc>(
    {
      webhook_id: ObjectId,
      webhook: String,
      type: { type: String },
      subject: String,
      event_id: String,
      body: String,
      lead_ids: [ObjectId],
      state: String,
      attempts: Number,
      result: String,
      since: Date,
      next_at: Date,
      delivered_at: Date,
      at: Date,
      deletedAt: Date,
    },
    { collection: 'webhookdeliveries', versionKey: false },
  );
  // The list, the last one first, and the end of each: find().sort({ at: -1, _id: -1 }).
  schema.index({ at: -1, _id: -1 });
  schema.index({ at: 1 }, { expireAfterSeconds: deliveryDays * 24 * 3600 });
  // What is due, and when the next is: find({ next_at <= now, webhook_id }).sort({ next_at: 1 }).
  schema.index({ next_at: 1, webhook_id: 1 }, { partialFilterExpression: { next_at: { $type: 'date' } } });
  // A period to replay: find({ webhook_id, at, state }).sort({ at: 1 }).
  schema.index({ webhook_id: 1, at: 1 });
  // A person's: deleteMany({ lead_ids }).
  schema.index({ lead_ids: 1 });
  return connection.model<DeliveryDoc>('webhookdelivery', schema);
}
