import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { userCreated } from '@crm/contracts/bus/events.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { CreateLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import { restCreateLead } from '@crm/contracts/http/leads.js';
import { createMemoryBus, type MemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { busProbe, type BusProbe } from '@crm/platform/testing/bus-probe.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { logLines, type LogLines } from '@crm/platform/testing/log-lines.js';
import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { testKeySettings, tokenOfCaller } from '@crm/platform/testing/service-keys.js';
import { leadsConfig } from '../config.js';
import { createLeadsService, type LeadsService } from '../service.js';
import { lifeInput, userOf } from './builders.js';
import { startFakeAuth, type FakeAuth } from './fake-auth.js';

/** Somebody signed in, known to leads by an event of auth's. */
export interface SignedIn {
  user: User;
  actor: Actor;
  token: string;
  client: HttpClient;
}

export interface LeadsServer {
  service: LeadsService;
  clock: ManualClock;
  /** What calls that were slowed down waited, in milliseconds; the clock stands still meanwhile. */
  waited: number[];
  bus: MemoryBus;
  probe: BusProbe;
  lines: LogLines;
  auth: FakeAuth;
  /** Without a token. */
  stranger: HttpClient;
  admin: SignedIn;
  /** As another service calls, with a token of this minute. */
  readonly internal: HttpClient;
  /** Makes a user known and signs in: an agent unless said otherwise. */
  signIn(given?: Partial<User>): Promise<SignedIn>;
  /** Sends a message of another service, as often as asked, and answers it; handled when this resolves. */
  send<S extends z.ZodType>(spec: MessageSpec<S>, about: SentAbout<S>, times?: number): Promise<Envelope>;
  /** Makes a lead and answers it, by default as the admin. */
  givenLead(input?: CreateLeadInput, by?: SignedIn): Promise<Lead>;
  /** Moves the clock and lets the service hear of sessions, as time itself would. */
  advance(ms: number): Promise<void>;
  /** What is in the store of a lead, tombstones too. */
  stored(leadId: string): Promise<Record<string, unknown> | null>;
  /** A second instance of the service on the same store and bus. */
  replica(): Promise<LeadsService>;
  stop(): Promise<void>;
}

interface SentAbout<S extends z.ZodType> {
  subject?: string;
  sequence?: number;
  data: z.input<S>;
}

/** The whole service over HTTP, on the embedded store and the in-process bus, beside an auth that knows its users. */
export async function startLeads(
  environment: Record<string, string> = {},
  clock = new ManualClock(),
  tokens = createTestTokens(clock),
): Promise<LeadsServer> {
  const store = await startTestStore();
  const bus = createMemoryBus();
  const probe = await busProbe(bus);
  const waited: number[] = [];
  const wait = (ms: number) => {
    waited.push(ms);
    return Promise.resolve();
  };
  const auth = await startFakeAuth(clock, tokens);
  const lines = logLines('leads');
  const config = loadConfig(leadsConfig, {
    PORT: '0',
    MONGODB_URI: store.newDatabase(),
    AUTH_URL: auth.url,
    // Nobody is there: a test that asks them gives their addresses.
    TELEPHONY_URL: 'http://127.0.0.1:1',
    MESSAGING_URL: 'http://127.0.0.1:1',
    FOLLOWUPS_URL: 'http://127.0.0.1:1',
    PUBLIC_KEYS: JSON.stringify(tokens.keys),
    ...testKeySettings('leads'),
    MASTER_KEYS: testMasterKeys,
    ANSWERS: 'strict',
    AGENCY_NAME: 'Juniper Insurance',
    ...environment,
  });
  const running: LeadsService[] = [];
  const start = async () => {
    const started = createLeadsService(config, { bus, clock, log: lines.log, wait });
    running.push(started);
    await started.start();
    return started;
  };

  const service = await start();
  const stranger = httpClient(service.url);
  const send: LeadsServer['send'] = async (spec, { subject = 'test', sequence = 1, data }, times = 1) => {
    const envelope = newEvent(spec, {
      source: 'auth',
      subject,
      sequence,
      data,
      actor: 'system',
      now: clock.now(),
    });
    for (let count = 0; count < times; count += 1) await bus.publish([envelope]);
    return envelope;
  };
  const signIn: LeadsServer['signIn'] = async (given) => {
    const user = userOf(given);
    const { id, role_id: role, subroles, fullname } = user;
    await send(userCreated, { subject: `user/${id}`, sequence: user.version, data: user });
    const actor = { id, role, subroles, fullname };
    const token = tokens.tokenFor(actor);
    return { user, actor, token, client: stranger.as(token) };
  };
  const admin = await signIn({ role_id: 1, subroles: [], states: [] });

  return {
    service,
    clock,
    waited,
    bus,
    probe,
    lines,
    auth,
    stranger,
    admin,
    get internal() {
      return stranger.as(tokenOfCaller(clock));
    },
    signIn,
    send,
    givenLead: async (input = lifeInput(), { client } = admin) =>
      (await client.call(restCreateLead, { body: input })).answer.lead,
    advance: async (ms) => {
      clock.advance(ms);
      await Promise.all(running.map((each) => subscribeSessions(each.sessions)));
    },
    stored: (leadId) =>
      service.ctx.leads.db
        .collection('leads')
        .findOne(evenDeleted({ _id: new service.ctx.leads.base.Types.ObjectId(leadId) })),
    replica: start,
    stop: async () => {
      await probe.stop();
      for (const each of running.reverse()) await each.stop();
      await auth.close();
      await bus.close();
      await store.stop();
    },
  };
}
