import { createHash } from 'node:crypto';
import type { Model, Types } from 'mongoose';
import type { FileStore } from '@crm/platform/mongo/file-store.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import type { StoredAudio } from './audio-files.js';

interface WithAudio {
  _id: Types.ObjectId;
  audio?: StoredAudio;
}

/**
 * The SHA-256 of a record's audio in hexadecimal, worked out and saved for audio that was stored without one; null where
 * there is no audio.
 */
export async function audioDigest<D extends WithAudio>(
  files: FileStore,
  model: Pick<Model<D>, 'collection' | 'db'>,
  { _id, audio }: WithAudio,
): Promise<string | null> {
  if (audio === undefined) return null;
  if (audio.sha256 !== undefined) return audio.sha256;
  const hash = createHash('sha256');
  for await (const piece of files.openDownloadStream(_id)) {
    if (piece instanceof Uint8Array) hash.update(piece);
  }
  const sha256 = hash.digest('hex');
  await nativeCollection(model).updateOne({ _id }, { $set: { 'audio.sha256': sha256 } });
  return sha256;
}
