import { Schema } from 'mongoose';
import type { StoredAudio } from './audio-files.js';

/** What a record keeps of its file. */
export const audioSchema = new Schema<StoredAudio>(
  { bytes: Number, type: { type: String }, sha256: String },
  { _id: false },
);
