import { randomBytes } from 'node:crypto';
import twilio from 'twilio';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import { commands } from '@crm/contracts/bus/commands.js';
import { events, userCreated } from '@crm/contracts/bus/events.js';
import type { User } from '@crm/contracts/entities/user.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { createMemoryBus, type MemoryBus } from '@crm/platform/bus/memory-bus.js';
import type { Clock } from '@crm/platform/clock.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { busProbe, type BusProbe } from '@crm/platform/testing/bus-probe.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { logLines, type LogLines } from '@crm/platform/testing/log-lines.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { testKeySettings, tokenOfCaller } from '@crm/platform/testing/service-keys.js';
import { telephonyConfig } from '../config.js';
import { createTelephonyService, type TelephonyOverrides, type TelephonyService } from '../service.js';
import { leadOf, userOf } from './builders.js';
import { startFakeAuth, startFakeLeads, type FakeAuth, type FakeLeads } from './fake-services.js';

/** Somebody signed in, known to telephony by an event of auth's. */
export interface SignedIn {
  user: User;
  actor: Actor;
  token: string;
  client: HttpClient;
}

/** What a webhook was answered. */
export interface HookReply {
  status: number;
  text: string;
}

interface SentAbout<S extends z.ZodType> {
  subject?: string;
  sequence?: number;
  data: z.input<S>;
}

export interface TelephonyServer<C extends Clock = ManualClock> {
  /** The instance that runs now. */
  readonly service: TelephonyService;
  clock: C;
  bus: MemoryBus;
  probe: BusProbe;
  lines: LogLines;
  auth: FakeAuth;
  leads: FakeLeads;
  /** Without a token. */
  stranger: HttpClient;
  admin: SignedIn;
  /** As another service calls, with a token of this minute. */
  readonly internal: HttpClient;
  /** Makes a user known and signs in: an agent who is online unless said otherwise. */
  signIn(given?: Partial<User>): Promise<SignedIn>;
  /** Makes a lead known to the leads service. */
  givenLead(given?: Partial<LeadToCall>): LeadToCall;
  /** Sends a message of another service, as often as asked, and answers it; handled when this resolves. */
  send<S extends z.ZodType>(spec: MessageSpec<S>, about: SentAbout<S>, times?: number): Promise<Envelope>;
  /** Posts a webhook as the carrier does, signed by it. */
  hook(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<HookReply>;
  /**
   * Cuts the instance off from its store and takes it down, as a process that dies writes nothing more. Answers how a
   * second one comes up on the same store, at the same address.
   */
  kill(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

const hex = (length = 32) => randomBytes(length / 2).toString('hex');

/** What a simulated carrier and the service know of each other. */
export function carrierCredentials() {
  return {
    CARRIER_ACCOUNT_SID: `AC${hex()}`,
    CARRIER_AUTH_TOKEN: hex(),
    CARRIER_API_KEY: `SK${hex()}`,
    CARRIER_API_SECRET: hex(),
    CARRIER_APP_SID: `AP${hex()}`,
  };
}

/** Settings with which the service starts, save the addresses of what it stands beside. */
export function testEnvironment(keys: Readonly<Record<string, string>>): Record<string, string> {
  return {
    PORT: '0',
    MONGODB_URI: 'mongodb://127.0.0.1/telephony',
    AUTH_URL: 'http://127.0.0.1:1',
    LEADS_URL: 'http://127.0.0.1:1',
    PUBLIC_BASE_URL: 'http://calls.example.com',
    PUBLIC_KEYS: JSON.stringify(keys),
    ...testKeySettings('telephony'),
    MASTER_KEYS: testMasterKeys,
    AGENCY_NAME: 'Juniper Insurance',
    MEDIA_KEYS: JSON.stringify({ m1: randomBytes(32).toString('base64') }),
    TELEPHONY_MODE: 'sim',
    CARRIER_URL: 'http://127.0.0.1:1',
    ...carrierCredentials(),
    ANSWERS: 'strict',
  };
}

/** As `SWEEP_MS`: the service's own looks at what is due stand still. */
export const neverMs = '3600000';

type Overrides = Pick<TelephonyOverrides, 'calls' | 'toCarrier'>;

/**
 * The whole service over HTTP, on the embedded store and the in-process bus, beside an auth and a leads of the test's
 * own. `environment` names the carrier, where a test has one.
 */
export async function startTelephony<C extends Clock>(
  environment: Record<string, string>,
  clock: C,
  overrides?: Overrides,
): Promise<TelephonyServer<C>>;
export async function startTelephony(
  environment?: Record<string, string>,
  clock?: undefined,
  overrides?: Overrides,
): Promise<TelephonyServer>;
export async function startTelephony(
  environment: Record<string, string> = {},
  clock: Clock = new ManualClock(),
  overrides: Overrides = {},
): Promise<TelephonyServer<Clock>> {
  const store = await startTestStore();
  const bus = createMemoryBus();
  const probe = await busProbe(bus, [...events, ...commands]);
  const auth = await startFakeAuth(clock);
  const leads = await startFakeLeads(clock);
  const lines = logLines('telephony');
  const { tokens } = auth.server;
  const config = loadConfig(telephonyConfig, {
    ...testEnvironment(tokens.keys),
    MONGODB_URI: store.newDatabase(),
    AUTH_URL: auth.url,
    LEADS_URL: leads.url,
    ...environment,
  });
  const instance = (port = config.port) =>
    createTelephonyService({ ...config, port }, { bus, clock, log: lines.log, ...overrides });
  let service = instance();
  await service.start();

  const stranger = httpClient(service.url);
  const send: TelephonyServer['send'] = async (spec, { subject = 'test', sequence = 1, data }, times = 1) => {
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
  const signIn: TelephonyServer['signIn'] = async (given) => {
    const user = userOf(given);
    const { id, role_id: role, subroles, fullname } = user;
    await send(userCreated, { subject: `user/${id}`, sequence: user.version, data: user });
    const actor = { id, role, subroles, fullname };
    const token = tokens.tokenFor(actor);
    return { user, actor, token, client: stranger.as(token) };
  };
  const admin = await signIn({ role_id: 1, subroles: [], states: [], twilio_phone: '' });

  return {
    get service() {
      return service;
    },
    clock,
    bus,
    probe,
    lines,
    auth,
    leads,
    stranger,
    admin,
    get internal() {
      return stranger.as(tokenOfCaller(clock));
    },
    signIn,
    givenLead: (given) => {
      const lead = leadOf(given);
      leads.leads.push(lead);
      return lead;
    },
    send,
    hook: async (path, fields, headers = {}) => {
      const { authToken } = config.carrier;
      const url = `${config.publicBaseUrl}${path}`;
      const response = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, { ...fields }),
          ...headers,
        },
        body: new URLSearchParams(fields).toString(),
      });
      return { status: response.status, text: await response.text() };
    },
    kill: async () => {
      const killed = service;
      const { port } = new URL(killed.url);
      await killed.ctx.callDocs.db.close(true);
      await killed.stop().catch(() => undefined);
      return async () => {
        service = instance(Number(port));
        await service.start();
      };
    },
    stop: async () => {
      await probe.stop();
      await service.stop();
      await Promise.all([auth.close(), leads.close()]);
      await bus.close();
      await store.stop();
    },
  };
}
