import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { SentFileType } from '@crm/contracts/codes/text-files.js';

export const uploadsCollection = 'textuploads';

/** A file that a user uploaded for a text that is not sent yet. The store has it under the same id. */
export interface UploadDoc {
  _id: Types.ObjectId;
  user_id: Types.ObjectId;
  type: SentFileType;
  bytes: number;
  /** Missing until the file is stored. */
  sha256?: string;
  /** The text that it goes with, from the moment that this is to be stored. */
  text_id: Types.ObjectId | null;
  /** When it is removed, or, of one that is a text's by then, forgotten. */
  purgeAt: Date;
}

export function uploadModel(connection: Connection): Model<UploadDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<UploadDoc>(
    { user_id: ObjectId, type: String, bytes: Number, sha256: String, text_id: ObjectId, purgeAt: Date },
    { collection: uploadsCollection, versionKey: false },
  );
  // How many a user has: countDocuments({ user_id }).
  schema.index({ user_id: 1 });
  // What is to be removed: findOne({ purgeAt: at most now }).sort({ purgeAt }).
  schema.index({ purgeAt: 1 });
  return connection.model<UploadDoc>('textupload', schema);
}
