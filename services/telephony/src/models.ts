import type { Connection } from 'mongoose';
import { leadAccessModel } from '@crm/domain/access/lead-access.model.js';
import { accountFaultModel } from '@crm/domain/carrier/account-faults.js';
import { knownSettingsModel } from '@crm/domain/settings/settings.model.js';
import { indexedDataKeys } from '@crm/platform/encryption/rewrap-keys.js';
import type { IndexedModels } from '@crm/platform/service/build-indexes.js';
import { callModels } from './calls/call.model.js';
import { floorModels, floorOutboxes } from './floor/agent-state.model.js';
import { diallerModels, diallerOutboxes } from './dialler/dialler.model.js';
import { audioModels, audioOutboxes } from './audio/audio-parts.js';
import { numberModel } from './numbers/number.model.js';
import { openingHoursModel } from './opening/opening-hours.model.js';
import { callQualityModel } from './quality/call-quality.model.js';
import { telephonyUserModel } from './users/user.model.js';

/** The collections of the service, on its own connection. */
export function createModels(connection: Connection) {
  return {
    users: telephonyUserModel(connection),
    settings: knownSettingsModel(connection),
    leadAccess: leadAccessModel(connection),
    ...callModels(connection),
    ...diallerModels(connection),
    ...audioModels(connection),
    openingHours: openingHoursModel(connection),
    numbers: numberModel(connection),
    ...floorModels(connection),
    callQualities: callQualityModel(connection),
    accountFaultDocs: accountFaultModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => [
  ...Object.values(createModels(connection)),
  indexedDataKeys,
];

/** Collections whose documents have an outbox. */
export const outboxCollections = [
  ...['calls', 'callqualities', 'openinghours', 'numbers'],
  ...[...diallerOutboxes, ...audioOutboxes, ...floorOutboxes],
];
