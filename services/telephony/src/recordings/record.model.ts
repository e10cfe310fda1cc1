import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import { audioSchema } from '../media/audio.schemas.js';
import { fetchJobSchema, type FetchJob } from '@crm/domain/media/fetch-next.js';
import type { StoredAudio } from '../media/audio-files.js';

/** How far the writing down of a recording came. */
export interface TranscriptJob {
  /**
   * wanted: to be asked for. asking: under way; found so after a crash nobody knows whether it was asked for, and it is
   * not asked twice. asked: the carrier works on it, and is looked after. done, failed: over.
   */
  state: 'wanted' | 'asking' | 'asked' | 'done' | 'failed';
  sid: string | null;
  /** When it is looked after next; null once it is over. */
  at: Date | null;
  looks: number;
}

/** A recorded call. Its audio lies under its own id. Names are those of the day of the call. */
export interface RecordDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** The carrier's name of it: a hook that comes twice makes one record. */
  recording_sid: string;
  call_id: Types.ObjectId | null;
  lead_id: Types.ObjectId | null;
  user_id: Types.ObjectId | null;
  lead_name: string;
  agent_name: string;
  /** The names as they are sorted by. */
  lead_key: string;
  agent_key: string;
  /** What a search finds it by: the words of both names. */
  words: string[];
  /** Who is heard on the first of two channels. */
  first_channel: 'agent' | 'customer';
  duration: number;
  createdAt: Date;
  /** There once the audio is here. */
  audio?: StoredAudio;
  /** There until the audio is here, or given up. */
  fetch?: FetchJob;
  transcript?: TranscriptJob;
  /** Whose key it is under: the lead's, or its own where there is none. */
  key_id: Types.ObjectId;
  /** What was said, sealed; missing where its key was destroyed and a backup brought back the rest. */
  text?: string | null;
  /** True while its lead is deleted: it is in no list. */
  hidden?: boolean;
}

/** The recorded calls of a service's own connection. */
export function recordModel(connection: Connection): Model<RecordDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<RecordDoc>(
    {
      recording_sid: { type: String, required: true },
      call_id: ObjectId,
      lead_id: ObjectId,
      user_id: ObjectId,
      lead_name: String,
      agent_name: String,
      lead_key: String,
      agent_key: String,
      words: [String],
      first_channel: String,
      duration: Number,
      createdAt: Date,
      audio: audioSchema,
      fetch: fetchJobSchema,
      transcript: new Schema<TranscriptJob>(
        { state: String, sid: String, at: Date, looks: Number },
        { _id: false },
      ),
      key_id: ObjectId,
      text: String,
      hidden: Boolean,
    },
    { collection: 'records' },
  );
  addOutbox(schema);
  // A hook that comes twice: findOne({ recording_sid }).
  schema.index({ recording_sid: 1 }, { unique: true });
  // A lead's History: find({ lead_id }).sort({ createdAt: -1, _id: -1 }); all of it when the lead is deleted or restored.
  schema.index({ lead_id: 1, createdAt: -1, _id: -1 });
  // The records table by its columns, long ones alone or all: find({ duration? }).sort({ column, _id }).
  schema.index({ createdAt: -1, _id: -1, duration: 1 });
  schema.index({ lead_key: 1, _id: 1, duration: 1 });
  schema.index({ agent_key: 1, _id: 1, duration: 1 });
  schema.index({ duration: -1, _id: -1 });
  // How many of them no list shows: count({ hidden: true, duration? }).
  schema.index({ hidden: 1, duration: 1 }, { partialFilterExpression: { hidden: true } });
  // Its search: beginnings of the words of both names.
  schema.index({ words: 1, createdAt: -1, _id: -1 });
  // What is due: the audio, then what was said.
  schema.index({ 'fetch.at': 1 }, { sparse: true });
  schema.index({ 'transcript.at': 1 }, { sparse: true });
  // By the carrier's name of a transcript: find({ 'transcript.sid' }).
  schema.index({ 'transcript.sid': 1 }, { sparse: true });
  return connection.model<RecordDoc>('record', schema);
}
