import type { Connection, Types } from 'mongoose';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { inBatches, type Migration, type Stored } from '@crm/platform/migrations/migration.js';
import { rawCollection } from '@crm/platform/mongo/raw-collection.js';
import { dropFile, isFileMissing } from './stored-files.js';
import {
  dropPersonFile,
  keyOfFile,
  personFiles,
  storePersonFile,
  type OwnedFile,
  type PersonFiles,
} from './person-files.js';

/** Recordings of hours among them: between two batches others have their turn. */
const batchSize = 10;

/** Whose key each of some files is to be under; of one that is no person's it says nothing. */
export type OwnersOf = (connection: Connection, ids: readonly Types.ObjectId[]) => Promise<OwnedFile[]>;

/** Seals one file: until its copy is whole it is read in clear. */
async function sealFile(files: PersonFiles, file: OwnedFile): Promise<void> {
  const { sealed, clear } = files;
  // A backup brought back what was erased: it goes again.
  if ((await keyOfFile(files, file)) === 'destroyed') return dropPersonFile(files, file.id);
  const [done] = await sealed.find({ _id: file.id }).toArray();
  if (done === undefined) {
    const source: AsyncIterable<Buffer> = clear.openDownloadStream(file.id);
    const whole = { maxBytes: Infinity, typeOf: () => 'whole' as const };
    try {
      await storePersonFile(files, file, source, whole);
    } catch (error) {
      // It was thrown away meanwhile; or a part of it is lost, and nobody could play it before either.
      if (isFileMissing(error)) return;
      throw error;
    }
  }
  await dropFile(clear, file.id);
}

/**
 * Encrypts the files that lie in clear in a bucket and are persons'. Releases before cannot read that, so they are gone by
 * then. A process that was killed leaves the file in clear, and half a copy, which is written anew.
 */
export function sealFilesMigration(
  parts: () => { connection: Connection; keys: DataKeys },
  bucket: string,
  { version, ownersOf }: { version: number; ownersOf: OwnersOf },
): Migration {
  const collection = `${bucket}.files`;
  return {
    id: `sealed-files ${bucket}`,
    collection,
    version,
    runs: 'after',
    next: inBatches({
      collection: () => rawCollection<Stored>(parts().connection, collection),
      projection: { _id: 1 },
      size: batchSize,
      change: async (documents) => {
        const { connection, keys } = parts();
        const ids = documents.flatMap(({ _id }) => (typeof _id === 'string' ? [] : [_id]));
        const files = personFiles(connection, bucket, keys);
        for (const file of await ownersOf(connection, ids)) await sealFile(files, file);
      },
    }),
  };
}
