import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import twilio from 'twilio';
import type { z } from 'zod';
import { createCarrierSim, type CarrierSim } from '@crm/carrier-sim/carrier-sim.js';
import type { Actor } from '@crm/contracts/access.js';
import { commands } from '@crm/contracts/bus/commands.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import { events, userCreated } from '@crm/contracts/bus/events.js';
import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { busProbe, type BusProbe } from '@crm/platform/testing/bus-probe.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { logLines, type LogLines } from '@crm/platform/testing/log-lines.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { testKeySettings, tokenOfCaller } from '@crm/platform/testing/service-keys.js';
import { uniqueEmail, uniqueId, uniqueName, uniquePhone } from '@crm/platform/testing/unique.js';
import { messagingConfig } from '../config.js';
import type { TextDoc } from '../text/text.model.js';
import { createMessagingService, type MessagingService } from '../service.js';
import { startFakeServices, type FakeServices } from './fake-services.js';

/** Somebody signed in, known to messaging by an event of auth's. */
export interface SignedIn {
  user: User;
  actor: Actor;
  /** Of a session that begins now: tests let days pass. */
  readonly client: HttpClient;
}

export interface MessagingServer {
  /** The one that runs now. */
  readonly service: MessagingService;
  bus: Bus;
  clock: ManualClock;
  sim: CarrierSim;
  probe: BusProbe;
  /** Commands that were refused, with the reasons, in order of arrival. */
  rejected: Envelope[];
  lines: LogLines;
  others: FakeServices;
  mailFolder: string;
  admin: SignedIn;
  stranger: HttpClient;
  /** Another service. */
  readonly asService: HttpClient;
  signIn(given?: Partial<User>): Promise<SignedIn>;
  /** Makes a lead known to the leads service. */
  givenLead(given?: Partial<LeadToCall>): LeadToCall;
  /** Sends a message of another service, as often as asked; handled when this resolves. */
  send<S extends z.ZodType>(
    spec: MessageSpec<S>,
    data: z.input<S>,
    times?: number,
    sequence?: number,
  ): Promise<Envelope>;
  /** Posts a webhook as the carrier does, signed by it; to the process that runs now unless `to` is another. */
  hook(
    path: string,
    fields: Readonly<Record<string, string>>,
    to?: MessagingService,
  ): Promise<{ status: number; text: string }>;
  /** What some texts say, in this order. */
  wordsOf(ids: readonly string[]): Promise<string[]>;
  /** Starts another process of the service on the same store and bus; it stops with the server. */
  startReplica(): Promise<MessagingService>;
  /** What is due is looked for now. */
  wake(): void;
  /** Waits until the carrier has told everything it has to tell, and all of it is taken in. */
  settled(): Promise<void>;
  /** Cuts the service from its store in the midst of whatever it does, and starts another one in its place. */
  crash(): Promise<void>;
  /** Lets time pass, at the carrier too; sessions are asked for anew, or nobody would be let in. */
  later(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const hex = (length = 32) => randomBytes(length / 2).toString('hex');

let customers = 200;

/** A number of the simulated carrier's outcome table that no other test has; 60 takes every text. */
export function customerNumber(row = '60'): string {
  customers += 1;
  return `+1${String(customers)}55501${row}`;
}

const jobsOf = ({ ctx }: MessagingService) => [
  ctx.intake,
  ctx.sendingOwn,
  ctx.outgoing,
  ctx.filesDue,
  ctx.webhooksDue,
  ctx.dueJobs,
];
/** A text that could not be sent wakes the jobs behind its own. */
const jobsIdle = async (service: MessagingService) => {
  for (const jobs of jobsOf(service)) await jobs.idle();
};

/**
 * The whole service over HTTP, on the embedded store and the in-process bus, beside an auth, a leads and a telephony of
 * the test's own and a carrier in virtual time.
 */
export async function startMessaging(environment: Record<string, string> = {}): Promise<MessagingServer> {
  const clock = new ManualClock();
  const store = await startTestStore();
  const bus = createMemoryBus();
  const probe = await busProbe(bus, [...events, ...commands]);
  const rejected: Envelope[] = [];
  const refusals = await bus.consume({
    queue: 'test.rejected',
    exchange: 'rejected',
    types: commands.map(({ type }) => `${type}.rejected`),
    handle: async (envelope) => {
      rejected.push(envelope);
    },
  });
  const others = await startFakeServices(clock);
  const lines = logLines('messaging');
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const account = { accountSid: `AC${hex()}`, authToken: hex() };
  const applicationSid = `AP${hex()}`;
  const sim = createCarrierSim({
    ...account,
    apiKeySid: `SK${hex()}`,
    apiSecret: hex(),
    applicationSid,
    clock: 'virtual',
    checksApi: true,
    smsUrl: `${base}/tw/sms/in`,
  });
  const carrierUrl = await sim.start();
  const mailFolder = mkdtempSync(join(tmpdir(), 'mail-drop-'));
  const read = loadConfig(messagingConfig, {
    PORT: String(port),
    MONGODB_URI: store.newDatabase(),
    AUTH_URL: others.auth.url,
    LEADS_URL: others.leads.url,
    TELEPHONY_URL: others.telephony.url,
    PUBLIC_KEYS: JSON.stringify(others.tokens.keys),
    ...testKeySettings('messaging'),
    MEDIA_KEYS: JSON.stringify({ m1: randomBytes(32).toString('base64') }),
    TELEPHONY_MODE: 'sim',
    CARRIER_MESSAGING_SERVICE_SID: `MG${applicationSid.slice(2)}`,
    PUBLIC_BASE_URL: base,
    CARRIER_URL: carrierUrl,
    CARRIER_ACCOUNT_SID: account.accountSid,
    CARRIER_AUTH_TOKEN: account.authToken,
    AGENCY_NAME: 'Juniper Insurance',
    WEBHOOK_KEYS: testMasterKeys,
    MASTER_KEYS: testMasterKeys,
    MAIL_DROP: mailFolder,
    ANSWERS: 'strict',
    ...environment,
  });
  const newService = () => createMessagingService(read, { bus, clock, log: lines.log });
  let service = newService();
  await service.start();
  const replicas: MessagingService[] = [];

  const stranger = httpClient(service.url);
  const send: MessagingServer['send'] = async (spec, data, times = 1, sequence = 1) => {
    const envelope = newEvent(spec, {
      source: 'auth',
      subject: 'test',
      sequence,
      data,
      actor: 'system',
      now: clock.now(),
    });
    for (let count = 0; count < times; count += 1) await bus.publish([envelope]);
    return envelope;
  };
  const signIn: MessagingServer['signIn'] = async (given) => {
    const fname = uniqueName('Dana');
    const user: User = {
      ...exampleUser,
      id: uniqueId(),
      fname,
      lname: 'Reyes',
      fullname: `${fname} Reyes`,
      email: uniqueEmail('agent'),
      twilio_phone: uniquePhone(),
      subroles: [1, 2],
      version: 1,
      ...given,
    };
    const { id, role_id: role, subroles, fullname } = user;
    await send(userCreated, user);
    const actor = { id, role, subroles, fullname };
    return {
      user,
      actor,
      get client() {
        return stranger.as(others.tokens.tokenFor(actor));
      },
    };
  };
  const admin = await signIn({ role_id: 1 });

  return {
    get service() {
      return service;
    },
    bus,
    clock,
    sim,
    probe,
    rejected,
    lines,
    others,
    mailFolder,
    admin,
    stranger,
    get asService() {
      return stranger.as(tokenOfCaller(clock));
    },
    signIn,
    givenLead: (given) => {
      const lead: LeadToCall = {
        lead_id: uniqueId(),
        fullname: uniqueName('Raymond'),
        type_id: 2,
        state: 'TX',
        status: 'newLead',
        user_id: 0,
        phones: [customerNumber()],
        recorded_ok: 0,
        language: 'en',
        version: 1,
        ...given,
      };
      others.leads.known.unshift(lead);
      return lead;
    },
    send,
    hook: async (path, fields, to = service) => {
      const signature = twilio.getExpectedTwilioSignature(account.authToken, `${base}${path}`, { ...fields });
      const response = await fetch(`${to.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': signature,
        },
        body: new URLSearchParams(fields).toString(),
      });
      return { status: response.status, text: await response.text() };
    },
    wordsOf: async (ids) => {
      const texts = await service.ctx.texts.find({ _id: { $in: [...ids] } }).lean<TextDoc[]>();
      const words = new Map(texts.map(({ _id, text = '' }) => [_id.toHexString(), text]));
      return ids.map((id) => words.get(id) ?? '');
    },
    startReplica: async () => {
      const replica = createMessagingService({ ...read, port: 0 }, { bus, clock, log: lines.log });
      replicas.push(replica);
      await replica.start();
      return replica;
    },
    wake: () => {
      for (const jobs of jobsOf(service)) jobs.wake();
    },
    settled: async () => {
      await jobsIdle(service);
      await sim.clock.settled();
      await jobsIdle(service);
      await service.outboxIdle();
    },
    crash: async () => {
      await service.ctx.texts.db.close(true);
      // Nothing of it can be put down in order any more.
      await service.stop().catch(() => undefined);
      service = newService();
      await service.start();
    },
    later: async (ms) => {
      // What is under way would find its tokens run out.
      await jobsIdle(service);
      clock.advance(ms);
      await sim.clock.advance(ms);
      await subscribeSessions(service.sessions);
    },
    stop: async () => {
      await probe.stop();
      await refusals.cancel();
      await service.stop();
      await Promise.all(replicas.map((replica) => replica.stop()));
      await sim.stop();
      await others.close();
      await bus.close();
      await store.stop();
    },
  };
}
