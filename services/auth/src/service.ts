import { setTimeout } from 'node:timers/promises';
import type { AuditEntry } from '@crm/platform/audit/audit-entry.js';
import { auditCollection } from '@crm/platform/audit/audit-store.js';
import {
  createService,
  type RunningService,
  type ServiceOverrides,
} from '@crm/platform/service/create-service.js';
import type { AuthConfig } from './config.js';
import { authConsumers } from './consumers.js';
import type { AuthContext } from './context.js';
import { licenceJob } from './licences/warn-about-licences.js';
import { authMigrations } from './migrations.js';
import { createModels, outboxCollections } from './models.js';
import { newPresenceMemory } from './presence/presence-memory.js';
import { createProviderClients } from './providers/provider-client.js';
import { presenceJob } from './presence/watch-presence.js';
import { authRoutes } from './routes.js';
import { secondFactorJob } from './second-step/enforce-second-factor.js';
import { sessionJob } from './sessions/expire-sessions.js';
import { listSessions } from './sessions/list-sessions.js';
import { createPasswordHasher, type PasswordHasher } from './sessions/password-hasher.js';
import { signInAttacks } from './sessions/sign-in-attacks.js';
import { createSignInMetrics } from './sessions/sign-in-metrics.js';
import { createKeyTokenIssuer, createTokenIssuer, publicKeysOf } from './sessions/token-issuer.js';
import { prepareSettings } from './settings/change-settings.js';
import { createTurnstile } from './turnstile.js';
import { handOverPassword, type HandOverPassword } from './accounts/hand-over-password.js';
import { makeFirstAdmin } from './accounts/make-first-admin.js';

/** Attempts from new places that are checked at a time: far fewer than a network may have wrong ones at once. */
const maxNewPlaces = 16;

export interface AuthOverrides extends ServiceOverrides {
  passwords?: PasswordHasher;
  /** Takes the one-time password of a first admin; without it the terminal does, or a file. */
  handOver?: HandOverPassword;
}

export type AuthService = RunningService<AuthContext>;

/** Users, sessions, presence and settings as one service. */
export function createAuthService(config: AuthConfig, overrides: AuthOverrides = {}): AuthService {
  const { passwords = createPasswordHasher(), wait = (ms: number) => setTimeout(ms) } = overrides;
  return createService({
    name: 'auth',
    config,
    overrides,
    others: {},
    publicKeys: publicKeysOf(config.signingKeys),
    // Every other service asks this one; it asks its own store.
    fetchSessions: listSessions,
    models: createModels,
    outbox: outboxCollections,
    // Each gateway reports every five seconds, mostly the same; what it changes wakes the check of presence.
    idleCollections: ['gateways'],
    context: async ({
      clock,
      connection,
      log,
      metrics,
      models,
      sessions,
      verifier,
    }): Promise<AuthContext> => ({
      auditEntries: connection.collection<AuditEntry>(auditCollection),
      ...{ clock, log, models, passwords, sessions, verifier, wait },
      strangerHash: await passwords.hash('nobody has this password'),
      encryptionKeys: config.encryptionKeys,
      publicBaseUrl: config.publicBaseUrl,
      ssoNetworks: config.ssoNetworks,
      providerClients: createProviderClients({ clock, allowed: config.ssoNetworks }),
      issueToken: createTokenIssuer(config.signingKeys, clock),
      issueKeyToken: createKeyTokenIssuer(config.signingKeys, clock),
      presence: newPresenceMemory(),
      presenceTurn: createTurnstile(1),
      attemptTurn: createTurnstile(1),
      newPlaceTurn: createTurnstile(maxNewPlaces),
      ...createSignInMetrics(metrics),
    }),
    migrations: authMigrations,
    prepare: async (ctx) => {
      await prepareSettings(ctx);
      const { oneTimeFile, ...firstAdmin } = config.firstAdmin;
      const { handOver = handOverPassword({ file: oneTimeFile, log: ctx.log }) } = overrides;
      await makeFirstAdmin(ctx, { ...firstAdmin, handOver });
    },
    consumers: authConsumers,
    workers: ({ providerClients }) => ({ providers: { stop: () => providerClients.close() } }),
    jobs: (ctx, scheduler) => {
      const check = scheduler.add(presenceJob(ctx));
      ctx.presence.wake = () => {
        check.wake();
      };
      scheduler.add(licenceJob(ctx));
      scheduler.add(sessionJob(ctx));
      scheduler.add(secondFactorJob(ctx));
    },
    routes: authRoutes,
    signInAttacks: (ctx) => () => signInAttacks(ctx),
    // Dead letters of the gateway, which has no store for what is done to them.
    alsoFor: ['gateway'],
  });
}
