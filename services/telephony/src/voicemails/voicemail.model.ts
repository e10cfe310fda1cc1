import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { StoredAudio } from '../media/audio-files.js';
import { audioSchema } from '../media/audio.schemas.js';

/** A voicemail that an agent drops. Its audio lies under its own id. */
export interface VoicemailDoc {
  _id: Types.ObjectId;
  user_id: Types.ObjectId;
  title: string;
  duration: number;
  audio: StoredAudio;
  createdAt: Date;
}

/** The outbound voicemails of a service's own connection. */
export function voicemailModel(connection: Connection): Model<VoicemailDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<VoicemailDoc>(
    { user_id: ObjectId, title: String, duration: Number, audio: audioSchema, createdAt: Date },
    { collection: 'voicemails', versionKey: false },
  );
  // A user's own, the last one first: find({ user_id }).sort({ createdAt: -1, _id: -1 }).
  schema.index({ user_id: 1, createdAt: -1, _id: -1 });
  return connection.model<VoicemailDoc>('voicemail', schema);
}

/** What a caller hears whom nobody answers: a user's own, or the one of all. */
export interface GreetingDoc {
  _id: Types.ObjectId;
  /** For whom it was uploaded. */
  user_id: Types.ObjectId;
  duration: number;
  audio: StoredAudio;
  createdAt: Date;
}

/** The greetings of a service's own connection. */
export function greetingModel(connection: Connection): Model<GreetingDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<GreetingDoc>(
    { user_id: ObjectId, duration: Number, audio: audioSchema, createdAt: Date },
    { collection: 'greetings', versionKey: false },
  );
  // Those of a user that are in use no more: find({ user_id, createdAt }).
  schema.index({ user_id: 1, createdAt: 1 });
  return connection.model<GreetingDoc>('greeting', schema);
}
