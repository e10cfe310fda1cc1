import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** What somebody wrote about a lead. Names are the author's own and read where they are kept. */
export interface NoteDoc {
  _id: Types.ObjectId;
  lead_id: Types.ObjectId;
  /** Who wrote it: a user, or an API key. */
  user_id: Types.ObjectId;
  /** The name of the key where one wrote it. */
  by_key?: string;
  /** Sealed; missing where its key was destroyed and a backup brought back the rest. */
  message?: string;
  createdAt: Date;
}

/** The notes of a service's own connection. */
export function noteModel(connection: Connection): Model<NoteDoc> {
  const schema = new Schema<NoteDoc>(
    {
      lead_id: Schema.Types.ObjectId,
      user_id: Schema.Types.ObjectId,
      by_key: String,
      message: String,
      createdAt: Date,
    },
    { collection: 'notes', versionKey: false },
  );
  // A lead's notes, the newest first: find({ lead_id }).sort({ createdAt: -1, _id: -1 }); all of it when it is deleted.
  schema.index({ lead_id: 1, createdAt: -1, _id: -1 });
  return connection.model<NoteDoc>('note', schema);
}
