import { roleTitles, subroles } from '@crm/contracts/codes/roles.js';
import * as accounts from '@crm/contracts/http/agents.js';
import * as account from '@crm/contracts/http/account.js';
import * as calls from '@crm/contracts/http/auth.js';
import * as settings from '@crm/contracts/http/settings.js';
import { route, type Exchange, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { AuthContext } from './context.js';
import { apiKeyRoutes } from './api-keys/api-keys.routes.js';
import { licenceRoutes } from './licences/licences.routes.js';
import { countOnlineAgents } from './presence/change-presence.js';
import { reportSockets } from './presence/report-sockets.js';
import { readUserStatus, setUserStatus, switchActive, switchDiallerOff } from './presence/set-user-status.js';
import { providerRoutes } from './providers/providers.routes.js';
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.js';
import { scimRoutes } from './scim/scim.routes.js';
import { changePassword } from './sessions/change-password.js';
import { secondFactorRoutes, siteOf } from './second-step/second-factor.routes.js';
import { deviceOf, saveDevice } from './sessions/device.js';
import { listSessions } from './sessions/list-sessions.js';
import { sessionRoutes } from './sessions/sessions.routes.js';
import { signIn } from './sessions/sign-in.js';
import { signOut } from './sessions/sign-out.js';
import { verifyToken } from './sessions/verify-token.js';
import {
  readSettings,
  snapshotSettings,
  updateSettings,
  updateSettingsFields,
} from './settings/change-settings.js';
import { accountRoutes } from './accounts/account-records.js';
import { createAgent, migrateAccount } from './accounts/create-agent.js';
import { listAgents, listSuitableAgents } from './accounts/list-agents.js';
import { saveMailToken, mailCredentials } from './accounts/mail-credentials.js';
import { snapshotUsers } from './accounts/snapshot-users.js';
import { updateAgent } from './accounts/update-agent.js';
import { updateUser } from './accounts/update-user.js';
import { teamOfLead } from './teams/team-of-lead.js';
import { teamRoutes } from './teams/teams.routes.js';
import { userView } from './user/user.view.js';

/** Every call of the service, in the order of its contract. */
export function authRoutes(ctx: AuthContext): Route[] {
  // As the gateway reports it: the server believes that one proxy and nobody behind it.
  const addressOf = ({ req }: Exchange) => req.ip ?? '';
  const placeOf = ({ req }: Exchange) => ({ address: req.ip ?? '', userAgent: req.headers['user-agent'] });
  const claimsOf = ({ token }: Exchange) => ctx.verifier.verify(token);

  return [
    route(calls.signIn, async (_actor, { body }, exchange) => {
      const device = deviceOf(exchange.req);
      const answer = await signIn(ctx, body, { ...placeOf(exchange), device }, siteOf(ctx, exchange));
      saveDevice(exchange, device);
      return answer;
    }),
    route(calls.verifyToken, (_actor, { body }, exchange) => verifyToken(ctx, body, placeOf(exchange))),
    route(calls.signOut, (actor, _input, exchange) =>
      signOut(ctx, actor, claimsOf(exchange), siteOf(ctx, exchange).origin),
    ),
    route(account.getUserStatus, (_actor, { body }) => readUserStatus(ctx, body)),
    route(account.changeUserStatus, (actor, { body }) => setUserStatus(ctx, actor, body)),
    route(account.updateUser, (actor, { body }) => updateUser(ctx, actor, body)),
    route(account.setActive, (actor, { body }) => switchActive(ctx, actor, body)),
    route(calls.countOnlineAgents, async () => ({ agents: await countOnlineAgents(ctx) })),
    route(accounts.listAgents, () => listAgents(ctx)),
    route(accounts.listSuitableAgents, (_actor, { body }) => listSuitableAgents(ctx, [body.state_id])),
    route(accounts.listSuitableAgentsForStates, (_actor, { body }) => listSuitableAgents(ctx, body.states)),
    route(accounts.listSubroles, async () => ({ subroles: [...subroles] })),
    route(accounts.createAgent, async (actor, { body }) => {
      const user = await createAgent(ctx, actor, body);
      return { user: userView(user), ...success(`${roleTitles[user.role_id]} created`) };
    }),
    route(accounts.updateAgent, async (actor, { params, body }) => ({
      user: userView(await updateAgent(ctx, actor, params.id, body)),
      ...success('Saved'),
    })),
    ...sessionRoutes(ctx),
    ...secondFactorRoutes(ctx),
    ...singleSignOnRoutes(ctx),
    ...providerRoutes(ctx),
    ...scimRoutes(ctx),
    ...accountRoutes(ctx),
    ...teamRoutes(ctx),
    ...licenceRoutes(ctx),
    ...apiKeyRoutes(ctx),
    route(account.changePassword, (actor, { body }, exchange) =>
      changePassword(ctx, actor, claimsOf(exchange), body, addressOf(exchange)),
    ),
    route(settings.getSettings, () => readSettings(ctx)),
    route(settings.updateSettings, (actor, { body }) => updateSettings(ctx, actor, body)),
    route(settings.updateSettingsFields, (actor, { body }) => updateSettingsFields(ctx, actor, body)),
    route(calls.switchDiallerOff, (_actor, { body }) => switchDiallerOff(ctx, body)),
    route(calls.reportSockets, (_actor, { body }) => reportSockets(ctx, body)),
    route(calls.listSessions, (_actor, { query }) => listSessions(ctx, query.since)),
    route(calls.snapshotUsers, (_actor, { query }) => snapshotUsers(ctx, query.after)),
    route(settings.snapshotSettings, () => snapshotSettings(ctx)),
    route(accounts.migrateAccount, async (_actor, { body }) => ({
      user: userView(await migrateAccount(ctx, body)),
    })),
    route(accounts.mailCredentials, (_actor, { params }) => mailCredentials(ctx, params.id)),
    route(accounts.teamOfLead, (_actor, { params }) => teamOfLead(ctx, params.id)),
    route(accounts.saveMailToken, (_actor, { params, body }) => saveMailToken(ctx, params.id, body)),
  ];
}
