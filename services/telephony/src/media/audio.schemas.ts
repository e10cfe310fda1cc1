import { Schema } from 'mongoose';
import type { StoredAudio } from './audio-files.js';
import type { FetchJob } from '@crm/domain/media/fetch-next.js';

const part = { _id: false } as const;

/** What a record keeps of its file. */
export const audioSchema = new Schema<StoredAudio>(
  { bytes: Number, type: { type: String }, sha256: String },
  part,
);

/** When a recording is fetched next. */
export const fetchSchema = new Schema<FetchJob>({ at: Date, tries: Number }, part);
