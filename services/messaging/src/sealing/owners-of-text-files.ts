import type { Connection, Types } from 'mongoose';
import type { OwnedFile } from '@crm/domain/media/person-files.js';
import { rawCollection } from '@crm/platform/mongo/raw-collection.js';
import { uploadsCollection, type UploadDoc } from '../files/upload.model.js';
import type { TextDoc } from '../text/text.model.js';
import { ownedFile } from '../text/text-file.schema.js';
import { sealedTexts } from './sealed-messages.js';

/** Whose key each of some files of texts is under: its text's, or its own while it is not sent. */
export async function ownersOfTextFiles(
  connection: Connection,
  ids: readonly Types.ObjectId[],
): Promise<OwnedFile[]> {
  const asked = { $in: [...ids] };
  // In this order: an upload is forgotten once its text is stored.
  const uploads = await rawCollection<UploadDoc>(connection, uploadsCollection)
    .find({ _id: asked }, { projection: { _id: 1 } })
    .toArray();
  const texts = await rawCollection<Pick<TextDoc, '_id' | 'key_id' | 'files'>>(
    connection,
    sealedTexts.collection,
  )
    .find({ 'files._id': asked }, { projection: { key_id: 1, files: 1 } })
    .toArray();
  const ofTexts = texts.flatMap((text) => (text.files ?? []).map((file) => ownedFile(text, file)));
  const unsent = uploads.map(({ _id }) => ({ id: _id, owner: _id }));
  return ids.flatMap((id) => [...ofTexts, ...unsent].find((file) => file.id.equals(id)) ?? []);
}
