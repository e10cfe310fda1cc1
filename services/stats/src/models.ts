import type { Connection } from 'mongoose';
import type { IndexedModels } from '@crm/platform/service/build-indexes.js';
import { callQualityModel } from './call-quality/call-quality.model.js';
import { callDayModel } from './day-figures/call-day.model.js';
import { figureSets } from './sets/figure-sets.js';
import { agentDayModel } from './states/agent-day.model.js';
import { statsUserModel } from './users/user.model.js';

/** The collections of the service, on its own connection; rows of leads are in sets that the store names. */
export const createModels = (connection: Connection) => ({
  users: statsUserModel(connection),
  agentDays: agentDayModel(connection),
  callDays: callDayModel(connection),
  callQualities: callQualityModel(connection),
});

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = async (connection) => {
  const sets = figureSets(connection);
  return [...Object.values(createModels(connection)), sets.model((await sets.state()).shown)];
};
