import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { outboundVoicemails } from '@crm/contracts/resources/voicemail.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';
import type { StoredAudio } from '../media/audio-files.js';
import { audioSchema } from '../media/audio.schemas.js';

/** A voicemail that an agent drops. Its audio lies under its own id. */
export interface VoicemailDoc extends StoredOf<typeof outboundVoicemails.fields> {
  audio: StoredAudio;
}

/** The outbound voicemails of a service's own connection. */
export const voicemailModel = (connection: Connection): Model<VoicemailDoc> =>
  resourceModel<typeof outboundVoicemails.fields, VoicemailDoc>(connection, outboundVoicemails, {
    more: { audio: audioSchema },
    indexes: [],
    collection: 'voicemails',
  });

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
