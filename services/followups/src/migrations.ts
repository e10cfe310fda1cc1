import type { Connection } from 'mongoose';
import { atOnce, type Migration } from '@crm/platform/migrations/migration.js';
import { dropRetiredIndex } from '@crm/platform/mongo/drop-retired-index.js';
import type { StoreMigrations } from '@crm/platform/service/build-indexes.js';
import { oneOfLeadIndex } from './followups/followup.model.js';

/** What the service's releases changed of what it stores, the oldest first. */
export const followupsMigrations = (connection: () => Connection): Migration[] => [
  {
    id: 'followups-several-of-a-lead',
    collection: 'followups',
    version: 1,
    runs: 'before',
    next: atOnce(() => dropRetiredIndex(connection().collection('followups'), oneOfLeadIndex)),
  },
];

/** The same before a roll-out. */
export const storeMigrations: StoreMigrations = (connection) => followupsMigrations(() => connection);
