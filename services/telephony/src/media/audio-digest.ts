import { createHash } from 'node:crypto';
import type { Model } from 'mongoose';
import { openPersonFile, type PersonFiles } from '@crm/domain/media/person-files.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { voiceOf, type StoredAudio, type VoiceDoc } from './audio-files.js';

interface WithAudio extends VoiceDoc {
  audio?: StoredAudio;
}

/**
 * The SHA-256 of a record's audio in hexadecimal, worked out and saved for audio that was stored without one; null where
 * there is no audio, or none that can be read any more.
 */
export async function audioDigest<D extends WithAudio>(
  files: PersonFiles,
  model: Pick<Model<D>, 'collection' | 'db'>,
  doc: WithAudio,
): Promise<string | null> {
  const { _id, audio } = doc;
  if (audio === undefined) return null;
  if (audio.sha256 !== undefined) return audio.sha256;
  const hash = createHash('sha256');
  const open = await openPersonFile(files, voiceOf(doc));
  if (open === undefined) return null;
  for await (const piece of open({ start: 0, end: audio.bytes - 1 })) {
    if (piece instanceof Uint8Array) hash.update(piece);
  }
  const sha256 = hash.digest('hex');
  await nativeCollection(model).updateOne({ _id }, { $set: { 'audio.sha256': sha256 } });
  return sha256;
}
