import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Flag } from '@crm/contracts/ids.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { StoredAudio } from '../media/audio-files.js';
import { audioSchema } from '../media/audio.schemas.js';
import { fetchJobSchema, type FetchJob } from '@crm/domain/media/fetch-next.js';

/** What a customer left. Its audio lies under its own id. */
export interface CustomerVoicemailDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** The carrier's name of it: hooks that come twice, or in another order, make one. */
  recording_sid: string;
  call_id: Types.ObjectId;
  lead_id: Types.ObjectId | null;
  lead_name: string;
  /** E.164, or `anonymous`. */
  number: string;
  /** Whose it is; null for one that all admins share. */
  user_id: Types.ObjectId | null;
  /** Null while only what was said is known: such a one is not shown yet. */
  duration: number | null;
  /** Whose key it is under: the lead's, or its own where there is none. */
  key_id: Types.ObjectId;
  /** What was said, sealed; missing where its key was destroyed and a backup brought back the rest. */
  text?: string | null;
  read: Flag;
  createdAt: Date;
  audio?: StoredAudio;
  fetch?: FetchJob;
  /** That it came was told. */
  isTold: boolean;
  /** True while its lead is deleted: it is in no list. */
  hidden?: boolean;
}

/** The customers' voicemails of a service's own connection. */
export function customerVoicemailModel(connection: Connection): Model<CustomerVoicemailDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<CustomerVoicemailDoc>(
    {
      recording_sid: { type: String, required: true },
      call_id: ObjectId,
      lead_id: ObjectId,
      lead_name: String,
      number: String,
      user_id: ObjectId,
      duration: Number,
      key_id: ObjectId,
      text: String,
      read: Number,
      createdAt: Date,
      audio: audioSchema,
      fetch: fetchJobSchema,
      isTold: Boolean,
      hidden: Boolean,
    },
    { collection: 'customervoicemails' },
  );
  addOutbox(schema);
  // Hooks that come twice: findOne({ recording_sid }).
  schema.index({ recording_sid: 1 }, { unique: true });
  // A user's own, or those of all admins (null), the last one first.
  schema.index({ user_id: 1, createdAt: -1, _id: -1 });
  // A lead's, the last one first; all of them when the lead is deleted or restored.
  schema.index({ lead_id: 1, createdAt: -1, _id: -1 });
  // What was left with the missed calls of a page: find({ call_id: { $in } }).
  schema.index({ call_id: 1 });
  // Whose audio is due.
  schema.index({ 'fetch.at': 1 }, { sparse: true });
  return connection.model<CustomerVoicemailDoc>('customervoicemail', schema);
}
