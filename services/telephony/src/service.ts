import { createAccountFaults } from '@crm/domain/carrier/account-faults.js';
import { mountHooks } from '@crm/domain/carrier/hook-routes.js';
import { createTwilioClient, type ThroughClient } from '@crm/domain/carrier/twilio-client.js';
import { startTasks } from '@crm/domain/privacy/tasks.js';
import { readSettings } from '@crm/domain/settings/save-settings.js';
import { createStaffAtHand } from './users/staff-at-hand.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import { withTeam } from '@crm/domain/users/with-team.js';
import { indexedDataKeys } from '@crm/platform/encryption/rewrap-keys.js';
import { sealStore } from '@crm/platform/encryption/seal-store.js';
import { createDueJobs } from '@crm/platform/jobs/due-jobs.js';
import { createKeyedQueues } from '@crm/platform/bus/keyed-queue.js';
import {
  createService,
  type RunningService,
  type ServiceOverrides,
} from '@crm/platform/service/create-service.js';
import { projectionOf } from '@crm/platform/projections/state-projection.js';
import { seedRetryRules } from './dialler/retry-rules.js';
import { diallerCalls } from './calls/dialler-call.js';
import { createLastWritten } from '@crm/platform/outbox/last-written.js';
import type { CallDoc } from './calls/call.model.js';
import { forgottenHooksJob, gatherDone } from './calls/inbox.js';
import { createEffects } from './calls/effects.js';
import { startCallSweep } from './calls/sweep-worker.js';
import { createCarrier } from './carrier/carrier.js';
import { accountClients } from './carrier-account/check-account.js';
import { findNumbersInUse } from './carrier-account/in-use.js';
import type { TelephonyConfig } from './config.js';
import { telephonyConsumers } from './consumers.js';
import type { TelephonyContext } from './context.js';
import type { DiallerCalls, DiallerContext } from './dialler/dialler-calls.js';
import { startDiallerSweep } from './dialler/dialler-worker.js';
import { nextDialJob } from './dialler/next-dials.js';
import { createQueueServer } from './incoming/serve-queue.js';
import type { AgentStateDoc } from './floor/agent-state.model.js';
import { gatherTiles } from './floor/announce-tiles.js';
import { settleUsers } from './floor/settle-users.js';
import { startWrapUpEnds } from './floor/wrap-up-worker.js';
import { refreshNumbersJob } from './numbers/refresh-job.js';
import { telephonyHooks } from './hooks.js';
import { createAudioParts } from './audio/audio-parts.js';
import { audioWork } from './audio/audio-work.js';
import { mountMedia } from './audio/media.routes.js';
import { telephonyMigrations } from './migrations.js';
import { createModels, outboxCollections } from './models.js';
import { seedOpeningHours } from './opening/opening-hours.js';
import { seedStatePhones } from './phones/state-phones.js';
import { telephonyDesk } from './privacy/telephony-desk.js';
import { telephonyRoutes } from './routes.js';
import { sealedWords } from './sealing/sealed-words.js';
import { watchTelephony } from './telephony-metrics.js';
import { saveUsers } from './users/save-users.js';

export interface TelephonyOverrides extends ServiceOverrides {
  /** How the dialler's calls are placed; by the carrier unless said otherwise. */
  calls?: DiallerCalls;
  /** What the requests to the carrier pass through. */
  toCarrier?: ThroughClient;
}

export type TelephonyService = RunningService<DiallerContext>;

/** Calls, conferences, the dialler, recordings and voicemails as one service. */
export function createTelephonyService(
  config: TelephonyConfig,
  overrides: TelephonyOverrides = {},
): TelephonyService {
  return createService({
    name: 'telephony',
    config,
    overrides,
    jobsEveryMs: config.sweepMs,
    others: { auth: config.authUrl, leads: config.leadsUrl },
    publicKeys: config.publicKeys,
    models: createModels,
    outbox: outboxCollections,
    context: ({
      announce,
      clock,
      connection,
      log,
      models,
      scheduler,
      services,
      verifier,
    }): DiallerContext => {
      const client = createTwilioClient(config.carrier, overrides.toCarrier);
      const accountFaults = createAccountFaults(models.accountFaultDocs, { clock, log });
      const queue = createQueueServer(scheduler, () => ctx);
      const dataKeys = sealStore(connection, config.kms, sealedWords);
      const ctx: TelephonyContext = {
        ...{ config, clock, log, services, accountFaults, announce },
        ...models,
        dataKeys,
        knownUsers: projectionOf(models.users, ['version', 'presenceVersion']),
        knownSettings: projectionOf(models.settings),
        knownLeads: projectionOf(models.leadAccess),
        ...createAudioParts({ connection, dataKeys, config, client, clock, scheduler, verifier }),
        carrier: createCarrier(client, accountFaults),
        carrierAccount: {
          ...{ config, clock, clients: accountClients(config, overrides.toCarrier) },
          inUse: () => findNumbersInUse(models),
        },
        staff: createStaffAtHand(models.users),
        turns: createKeyedQueues(),
        lastStates: createLastWritten<AgentStateDoc>(),
        lastWritten: createLastWritten<CallDoc>(),
        effects: createEffects(() => ctx),
        queue,
        changedTiles: gatherTiles(() => ctx, log),
        doneHooks: gatherDone(() => ctx, log),
      };
      const nextDials = createDueJobs(scheduler);
      return { ...ctx, ...models, calls: overrides.calls ?? diallerCalls(ctx), nextDials };
    },
    alsoIndexed: async () => [indexedDataKeys],
    migrations: (ctx) => telephonyMigrations(() => ({ connection: ctx().records.db, keys: ctx().dataKeys })),
    prepare: async (ctx, metrics) => {
      await seedStatePhones(ctx);
      await seedRetryRules(ctx);
      await seedOpeningHours(ctx);
      watchTelephony(metrics, ctx);
    },
    actorOf: (ctx, actor) => withTeam(ctx.users, actor),
    consumers: telephonyConsumers,
    projections: (ctx, started) => ({
      users: readAllUsers(ctx, {
        ...started,
        keep: async (page) => {
          await saveUsers(ctx, page);
          await settleUsers(ctx, page);
        },
      }),
    }),
    workers: (ctx, started) => ({
      settings: readSettings(ctx, started),
      effects: ctx.effects,
      changedTiles: ctx.changedTiles,
      doneHooks: ctx.doneHooks,
    }),
    jobs: (ctx, scheduler, audit) => {
      ctx.dueJobs.start([...audioWork(ctx), forgottenHooksJob(ctx)]);
      startTasks({ ...ctx, scheduler, desk: telephonyDesk(ctx) });
      startCallSweep(ctx, scheduler);
      ctx.queue.start();
      startDiallerSweep(ctx, scheduler);
      ctx.nextDials.start([nextDialJob(ctx, audit)]);
      startWrapUpEnds(ctx, scheduler);
      scheduler.add(refreshNumbersJob(ctx));
    },
    routes: telephonyRoutes,
    mount: (router, ctx, { sessions, audit }) => {
      const { publicBaseUrl, carrier } = config;
      mountMedia(router, ctx, { sessions, audit });
      mountHooks(
        router,
        { authTokens: carrier.authTokens, publicBaseUrl, log: ctx.log },
        telephonyHooks(ctx, audit),
      );
    },
    accountFaults: (ctx) => ctx.accountFaults.standing,
  });
}
