import type { Connection } from 'mongoose';
import { leadAccessModel } from '@crm/domain/access/lead-access.model.js';
import { indexedDataKeys } from '@crm/platform/encryption/rewrap-keys.js';
import type { IndexedModels } from '@crm/platform/service/build-indexes.js';
import { followupModel } from './followups/followup.model.js';
import { ownerModel } from './users/owner.model.js';

/** The collections of the service, on its own connection. */
export function createModels(connection: Connection) {
  return {
    followups: followupModel(connection),
    users: ownerModel(connection),
    leadAccess: leadAccessModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => [
  ...Object.values(createModels(connection)),
  indexedDataKeys,
];

/** Collections whose documents have an outbox. */
export const outboxCollections = ['followups'];
