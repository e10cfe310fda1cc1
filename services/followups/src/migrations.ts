import type { Connection } from 'mongoose';
import { followupEvents } from '@crm/contracts/bus/followup-events.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { sealingMigration } from '@crm/platform/encryption/seal-stored.js';
import { beforeRollOut } from '@crm/platform/encryption/seal-store.js';
import { atOnce, type Migration } from '@crm/platform/migrations/migration.js';
import { dropRetiredIndex } from '@crm/platform/mongo/drop-retired-index.js';
import { dropSavedFields } from '@crm/platform/outbox/saved-events.js';
import type { StoreMigrations } from '@crm/platform/service/build-indexes.js';
import { oneOfLeadIndex } from './followups/followup.model.js';
import { sealedFollowups } from './sealing/sealed-followups.js';

/** What the service's releases changed of what it stores, the oldest first. */
export const followupsMigrations = (parts: () => { connection: Connection; keys: DataKeys }): Migration[] => [
  {
    id: 'followups-several-of-a-lead',
    collection: 'followups',
    version: 1,
    runs: 'before',
    next: atOnce(() => dropRetiredIndex(parts().connection.collection('followups'), oneOfLeadIndex)),
  },
  sealingMigration(parts, sealedFollowups, { version: 2 }),
  {
    id: 'followup-events-without-description',
    collection: 'events',
    version: 1,
    runs: 'after',
    next: atOnce(() =>
      dropSavedFields(
        parts().connection,
        followupEvents.map(({ type }) => type),
        ['description', 'followup.description'],
      ),
    ),
  },
];

/** The same before a roll-out. */
export const storeMigrations: StoreMigrations = (connection) =>
  followupsMigrations(() => beforeRollOut(connection));
