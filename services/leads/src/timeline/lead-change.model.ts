import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { z } from 'zod';
import type { assignmentEntry, followupChangeKind } from '@crm/contracts/entities/timeline.js';
import type { FollowupPriority } from '@crm/contracts/entities/followup.js';
import { part } from '@crm/platform/mongo/part.js';

/** What became of a lead's follow-up; of a deleted one nothing is known any more. */
export interface FollowupChange {
  what: z.infer<typeof followupChangeKind>;
  user_id: Types.ObjectId | null;
  datetime: Date | null;
  description: string;
  priority: FollowupPriority | null;
}

/** A change of a lead that its timeline shows and the lead itself does not keep. */
export interface LeadChangeDoc {
  /** The event that told of it: delivered twice it is one change. */
  _id: string;
  lead_id: Types.ObjectId;
  at: Date;
  /** Who did it; null for the system. */
  by: Types.ObjectId | null;
  kind: 'status' | 'assignment' | 'followup';
  status?: { from: StatusCode; to: StatusCode };
  /** Null is nobody. */
  assignment?: {
    from: Types.ObjectId | null;
    to: Types.ObjectId | null;
    how: z.infer<typeof assignmentEntry>['how'];
  };
  followup?: FollowupChange;
}

/** The changes of leads on a service's own connection. */
export function leadChangeModel(connection: Connection): Model<LeadChangeDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<LeadChangeDoc>(
    {
      _id: String,
      lead_id: ObjectId,
      at: Date,
      by: ObjectId,
      kind: String,
      status: part({ from: String, to: String }),
      assignment: part({ from: ObjectId, to: ObjectId, how: String }),
      followup: part({
        what: String,
        user_id: ObjectId,
        datetime: Date,
        description: String,
        priority: Number,
      }),
    },
    { collection: 'lead_changes', versionKey: false },
  );
  // A lead's, the last first: find({ lead_id, kind? }).sort({ at: -1, _id: -1 }); all of it when it is deleted.
  schema.index({ lead_id: 1, at: -1, _id: -1 });
  return connection.model<LeadChangeDoc>('lead-change', schema);
}

/** The part of the service's context that has them. */
export interface LeadChangeModels {
  leadChanges: Model<LeadChangeDoc>;
}

/** A change as its person is given it: what happened, and no colleague's name. */
export const changeRecord = ({ at, kind, status, followup }: LeadChangeDoc): Record<string, unknown> => ({
  at,
  kind,
  ...(status === undefined ? {} : { from: status.from, to: status.to }),
  ...(followup === undefined
    ? {}
    : { what: followup.what, due: followup.datetime, description: followup.description }),
});
