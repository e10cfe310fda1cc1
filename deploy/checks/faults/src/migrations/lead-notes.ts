import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { sealingMigration } from '@crm/platform/encryption/seal-stored.js';
import type { Store } from '@crm/platform/mongo/connect.js';
import type { SealedFields } from '@crm/platform/encryption/sealed-fields.js';

/** What is migrated here: a field of leads is encrypted, each under a key of its own, as the largest real migration does. */
export const leadNotes: SealedFields = {
  collection: 'leads',
  owner: '_id',
  fields: new Set(['medications']),
};

export const leadMigrations = (parts: () => Pick<Store, 'connection'> & { keys: DataKeys }) => [
  sealingMigration(parts, leadNotes, { version: 1 }),
];
