import type { Connection, Types } from 'mongoose';
import type { OwnedFile } from '@crm/domain/media/person-files.js';
import { rawCollection } from '@crm/platform/mongo/raw-collection.js';
import { voiceOf, type VoiceDoc } from '../media/audio-files.js';
import { sealedWords } from './sealed-words.js';

/** Which of some audio files are customers' voices, and whose key they are under; greetings and their like are nobody's. */
export async function ownersOfAudio(
  connection: Connection,
  ids: readonly Types.ObjectId[],
): Promise<OwnedFile[]> {
  // What has sealed words has the voice that said them.
  const found = await Promise.all(
    sealedWords.map(({ collection }) =>
      rawCollection<VoiceDoc>(connection, collection)
        .find({ _id: { $in: [...ids] } }, { projection: { key_id: 1 } })
        .toArray(),
    ),
  );
  return found.flat().map(voiceOf);
}
