import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { CallIssue, CallThumb, QualityFigures } from '@crm/contracts/entities/call-quality.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** The sound of one user's part of a call: a call that was handed over has one of each of them. */
export interface CallQualityDoc extends OutboxFields {
  /** `<call>:<user>`: what is delivered twice finds the first. */
  _id: string;
  call_id: Types.ObjectId;
  user_id: Types.ObjectId;
  figures: QualityFigures | null;
  thumb: CallThumb | null;
  issue: CallIssue | null;
}

export const qualityId = (callId: string, userId: string): string => `${callId}:${userId}`;

/** The sound of calls, on the service's own connection. */
export function callQualityModel(connection: Connection): Model<CallQualityDoc> {
  const { ObjectId, Mixed } = Schema.Types;
  const schema = new Schema<CallQualityDoc>(
    {
      _id: String,
      call_id: ObjectId,
      user_id: ObjectId,
      figures: Mixed,
      thumb: String,
      issue: String,
    },
    { collection: 'callqualities' },
  );
  addOutbox(schema);
  return connection.model<CallQualityDoc>('callquality', schema);
}
