import type { Connection } from 'mongoose';
import { atOnce, type Migration } from '@crm/platform/migrations/migration.js';
import { dropRetiredIndex } from '@crm/platform/mongo/drop-retired-index.js';

const collection = 'contactdecisions';

/** Takes away the lifetime that decisions had of their own in the store, which no hold could lengthen. */
export const decisionLifetimeMigration = (connection: () => Connection): Migration => ({
  id: 'contactdecisions-no-lifetime',
  collection,
  version: 1,
  runs: 'before',
  next: atOnce(() =>
    dropRetiredIndex(
      connection().collection(collection),
      'at_1',
      ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
    ),
  ),
});
