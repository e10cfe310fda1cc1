import type { Connection } from 'mongoose';
import type { IndexedModels } from '@crm/platform/service/build-indexes.js';
import { apiKeyModel } from './api-keys/api-key.model.js';
import { gatewayModel } from './presence/gateway.model.js';
import { providerModel } from './providers/provider.model.js';
import { providerSignInModel } from './single-sign-on/provider-sign-in.model.js';
import { factorsModel } from './second-factor/factors.model.js';
import { stepModel } from './second-factor/step.model.js';
import { allowanceModel } from './sessions/allowance.model.js';
import { signedOutTokenModel } from './sessions/signed-out-token.model.js';
import { sessionModel } from './sessions/session.model.js';
import { backoffModel } from './sessions/backoff.model.js';
import { settingsModel } from './settings/settings.model.js';
import { leavingAdminsModel } from './accounts/leaving-admins.model.js';
import { teamModel } from './teams/team.model.js';
import { userModel } from './user/user.model.js';

/** The collections of the service, on its own connection. */
export function createModels(connection: Connection) {
  return {
    users: userModel(connection),
    teams: teamModel(connection),
    apiKeys: apiKeyModel(connection),
    leavingAdmins: leavingAdminsModel(connection),
    sessions: sessionModel(connection),
    signedOutTokens: signedOutTokenModel(connection),
    allowances: allowanceModel(connection),
    backoffs: backoffModel(connection),
    gateways: gatewayModel(connection),
    settings: settingsModel(connection),
    factors: factorsModel(connection),
    steps: stepModel(connection),
    identityProviders: providerModel(connection),
    providerSignIns: providerSignInModel(connection),
  };
}
export type Models = ReturnType<typeof createModels>;

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => Object.values(createModels(connection));

/** The collections whose documents carry events to publish. */
export const outboxCollections = [
  'users',
  'teams',
  'sessions',
  'signed_out_tokens',
  'settings',
  'api-keys',
  'identity_providers',
] as const;
