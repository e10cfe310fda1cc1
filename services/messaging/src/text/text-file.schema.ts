import { Schema, type Types } from 'mongoose';
import type { OwnedFile } from '@crm/domain/media/person-files.js';

/**
 * Why a file is not here. `gone`: the carrier has it no more. `away`: the carrier could not be asked for a day. The others
 * are for good: too much, a kind that is not taken, content that is not of its kind, and one that the carrier never named.
 */
export type LostBecause = 'gone' | 'away' | 'too-large' | 'not-taken' | 'other-kind' | 'unnamed';

/** A file of a text, under whose id the store has it. */
export interface TextFileDoc {
  _id: Types.ObjectId;
  /** Whose key it is under, where that is not its text's: what was uploaded before there was a text has its own. */
  key_id?: Types.ObjectId;
  /** The carrier's own id; null where it never named one. */
  sid: string | null;
  /** As the carrier says, and as it is once it is here. */
  type: string;
  state: 'fetching' | 'kept' | 'lost';
  lost?: LostBecause;
  bytes?: number;
  /** Of the content, in hexadecimal. */
  sha256?: string;
}

/** A file of a text in the store, and whose key it is under. */
export const ownedFile = (text: { key_id: Types.ObjectId }, file: TextFileDoc): OwnedFile => ({
  id: file._id,
  owner: file.key_id ?? text.key_id,
});

export const textFileSchema = new Schema<TextFileDoc>({
  key_id: Schema.Types.ObjectId,
  sid: String,
  type: { type: String },
  state: String,
  lost: String,
  bytes: Number,
  sha256: String,
});
