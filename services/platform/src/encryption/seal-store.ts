import type { Connection } from 'mongoose';
import { createDataKeys, type DataKeys } from './data-keys.js';
import type { Kms } from './kms.js';
import { sealCollection } from './seal-collection.js';
import type { SealedFields } from './sealed-fields.js';

/** What is encrypted of a collection: whole fields of its documents, under the key of the owner that a field of theirs names. */
export const sealed = (collection: string, owner: string, ...fields: readonly string[]): SealedFields => ({
  collection,
  owner,
  fields: new Set(fields),
});

/** Encrypts and decrypts these on a service's own connection from now on. Answers its data keys. */
export function sealStore(connection: Connection, kms: Kms, collections: readonly SealedFields[]): DataKeys {
  const keys = createDataKeys(connection, kms);
  for (const spec of collections) sealCollection(connection, spec, keys);
  return keys;
}

/** What a service's migrations have for keys ahead of a roll-out, without the master keys: what needs them runs after it. */
export const beforeRollOut = (connection: Connection): { connection: Connection; keys: DataKeys } => ({
  connection,
  get keys(): DataKeys {
    throw new Error('Nothing is encrypted before a roll-out');
  },
});
