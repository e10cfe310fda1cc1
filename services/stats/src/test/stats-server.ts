import { randomUUID } from 'node:crypto';
import type { Actor } from '@crm/contracts/access.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { events, userCreated, userUpdated } from '@crm/contracts/bus/events.js';
import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import { keptLeadEvents, snapshotLeads } from '@crm/contracts/http/rebuilding.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { saveEvents, readSavedEvents } from '@crm/platform/outbox/saved-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { noTasks, nobodySignedOut, usersOf } from '@crm/platform/testing/fakes.js';
import { startTestServer } from '@crm/platform/testing/test-server.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { uniqueEmail, uniqueId, uniqueName } from '@crm/platform/testing/unique.js';
import { statsConfig } from '../config.js';
import { createStatsService, type StatsService } from '../service.js';
import { LeadHistory } from './lead-history.js';

/** Somebody signed in, known to the statistic by an event of auth's. */
export interface SignedIn {
  user: User;
  client: HttpClient;
}

export interface StatsServer {
  service: StatsService;
  clock: ManualClock;
  stranger: HttpClient;
  admin: SignedIn;
  signIn(given?: Partial<User>): Promise<SignedIn>;
  /** Publishes auth's user event. */
  changed(user: User): Promise<void>;
  history: LeadHistory;
  /** The fake leads service: its stored history, and whether it responds. */
  leads: { keep(events: readonly Envelope[]): Promise<void>; isAway: boolean; pageSize: number };
  /** Publishes events in the given order; resolves when they have been handled. */
  bring(events: readonly Envelope[]): Promise<void>;
  /** A second instance of the service on the same store and bus. */
  replica(): Promise<StatsService>;
  stop(): Promise<void>;
}

/** Polls until it holds, for background workers. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It did not come to hold within ten seconds');
}

/**
 * The whole service over HTTP, on the embedded store, with fake auth and leads. Uses the in-process bus, or the one
 * that `connectBus` connects every process to; messages are then handled asynchronously.
 */
export async function startStats(connectBus?: () => Promise<Bus>): Promise<StatsServer> {
  const clock = new ManualClock();
  const store = await startTestStore();
  const databaseAt = (name: string) => {
    const uri = new URL(store.uri);
    uri.pathname = `/${name}`;
    return uri.toString();
  };
  const keeping = await connectMongo({ uri: databaseAt(randomUUID()), log: silentLogger });
  const bus = await (connectBus?.() ?? createMemoryBus());
  const users: User[] = [];
  const history = new LeadHistory();
  const specs = new Map(events.map((spec) => [spec.type as string, spec]));
  const leads: StatsServer['leads'] = {
    keep: (published) => saveEvents(keeping.connection, published, specs, clock.now()),
    isAway: false,
    pageSize: 500,
  };

  const auth = await startTestServer({
    service: 'auth',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [nobodySignedOut(clock), usersOf({ users })]);
    },
  });
  const leadsServer = await startTestServer({
    service: 'leads',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        noTasks,
        route(keptLeadEvents, async (_caller, { query: { types, after } }) => {
          if (leads.isAway) throw unavailable('The store is out of reach');
          const limit = leads.pageSize;
          const kept = await readSavedEvents(keeping.connection, { types: types.split(','), after, limit });
          return { events: kept, next: kept.length === limit ? (kept.at(-1)?.id ?? null) : null };
        }),
        route(snapshotLeads, async (_caller, { query: { after = '' } }) => {
          const all = history.summaries.filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1));
          const page = all.slice(0, leads.pageSize);
          return { leads: page, next: all.length > page.length ? (page.at(-1)?.id ?? null) : null };
        }),
      ]);
    },
  });

  const mongodbUri = databaseAt(randomUUID());
  const read = loadConfig(statsConfig, {
    PORT: '0',
    MONGODB_URI: mongodbUri,
    AUTH_URL: auth.url,
    LEADS_URL: leadsServer.url,
    PUBLIC_KEYS: JSON.stringify(auth.tokens.keys),
    ...testKeySettings('stats'),
    ANSWERS: 'strict',
  });
  const running: StatsService[] = [];
  const start = async () => {
    const own = await (connectBus?.() ?? bus);
    const service = createStatsService(read, { bus: own, clock, log: logLines('stats').log });
    running.push(service);
    await service.start();
    await until(async () => (await fetch(`${service.url}/readyz`)).ok);
    return service;
  };
  const service = await start();
  const stranger = httpClient(service.url);

  const publish = async (spec: typeof userCreated | typeof userUpdated, user: User) => {
    const envelope = newEvent(spec, {
      source: 'auth',
      subject: `user/${user.id}`,
      sequence: user.version,
      data: user,
      actor: 'system',
      now: clock.now(),
    });
    await bus.publish([envelope]);
  };
  const signIn: StatsServer['signIn'] = async (given) => {
    const fname = uniqueName('Dana');
    const user: User = {
      ...exampleUser,
      id: uniqueId(),
      fname,
      lname: 'Reyes',
      fullname: `${fname} Reyes`,
      email: uniqueEmail('agent'),
      subroles: [1, 2],
      version: 1,
      ...given,
    };
    users.push(user);
    await publish(userCreated, user);
    const { id, role_id: role, subroles, fullname } = user;
    const actor: Actor = { id, role, subroles, fullname };
    return { user, client: stranger.as(auth.tokens.tokenFor(actor)) };
  };
  const admin = await signIn({ role_id: 1, subroles: [] });

  return {
    service,
    clock,
    stranger,
    admin,
    signIn,
    changed: (user) => publish(userUpdated, user),
    history,
    leads,
    bring: async (published) => {
      for (const event of published) await bus.publish([event]);
    },
    replica: start,
    stop: async () => {
      for (const each of running.reverse()) await each.stop();
      await Promise.all([auth.close(), leadsServer.close()]);
      await bus.close();
      await keeping.close();
      await store.stop();
    },
  };
}
