import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { commands, createFollowupCommand } from '@crm/contracts/bus/commands.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import { events, leadAssigned, leadDeleted, leadUpdated, userCreated } from '@crm/contracts/bus/events.js';
import type { Followup, FollowupInput } from '@crm/contracts/entities/followup.js';
import { exampleLifeLead, type LeadRow } from '@crm/contracts/entities/lead.js';
import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import { createFollowup } from '@crm/contracts/http/followups.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { busProbe, type BusProbe } from '@crm/platform/testing/bus-probe.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { uniqueEmail, uniqueId, uniqueName } from '@crm/platform/testing/unique.js';
import { followupsConfig } from '../config.js';
import { createFollowupsService, type FollowupsService } from '../service.js';
import { buildLead, startFakeServices, type FakeServices } from './fake-services.js';

/** A signed-in user, known to follow-ups by auth's event. */
export interface SignedIn {
  user: User;
  actor: Actor;
  client: HttpClient;
}

export interface FollowupsServer {
  service: FollowupsService;
  clock: ManualClock;
  probe: BusProbe;
  others: FakeServices;
  lines: ReturnType<typeof logLines>;
  admin: SignedIn;
  stranger: HttpClient;
  /** Another process of the same service, on the same store and bus. */
  startReplica(): Promise<FollowupsService>;
  signIn(given?: Partial<User>): Promise<SignedIn>;
  /** Creates a lead in the fake leads service, with an agent if given. */
  givenLead(agent?: SignedIn, given?: Partial<LeadRow>): LeadRow;
  /** Creates the follow-up of one of the agent's leads. */
  givenFollowup(agent: SignedIn, given?: Partial<FollowupInput>, lead?: Partial<LeadRow>): Promise<Followup>;
  /** Changes a lead in the fake leads service and publishes the event. */
  leadChanges(id: string, change: Partial<LeadRow>): Promise<void>;
  leadGoesTo(id: string, to: AgentChoice): Promise<void>;
  leadIsDeleted(id: string): Promise<void>;
  /** Publishes a message, repeatedly if asked; resolves when it has been handled. */
  send<S extends z.ZodType>(
    spec: MessageSpec<S>,
    data: z.input<S>,
    about?: { times?: number; sequence?: number },
  ): Promise<Envelope>;
  /** Why a command was rejected. */
  rejection(command: string): unknown;
  /** Advances time and publishes what falls due; sessions are reloaded, otherwise every request would be refused. */
  later(ms: number): Promise<void>;
  /** Waits until the outbox is published. */
  published(): Promise<void>;
  stop(): Promise<void>;
}

/** The instant so many milliseconds after another. */
export const after = (clock: ManualClock, ms: number) => new Date(clock.now().getTime() + ms).toISOString();
export const hourMs = 3_600_000;

/** Polls until it holds, for asynchronous effects. */
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
export async function startFollowups(connectBus?: () => Promise<Bus>): Promise<FollowupsServer> {
  const clock = new ManualClock();
  const store = await startTestStore();
  const bus = await (connectBus?.() ?? createMemoryBus());
  const probe = await busProbe(bus, [...events, ...commands]);
  const rejected: Envelope[] = [];
  await bus.consume({
    queue: 'test.rejected',
    exchange: 'rejected',
    types: [`${createFollowupCommand.type}.rejected`],
    handle: async (envelope) => {
      rejected.push(envelope);
    },
  });
  const others = await startFakeServices(clock);
  const read = loadConfig(followupsConfig, {
    PORT: '0',
    MONGODB_URI: store.newDatabase(),
    AUTH_URL: others.auth.url,
    LEADS_URL: others.leads.url,
    PUBLIC_KEYS: JSON.stringify(others.tokens.keys),
    ...testKeySettings('followups'),
    MASTER_KEYS: testMasterKeys,
    ANSWERS: 'strict',
  });
  const lines = logLines('followups');
  const replicas: FollowupsService[] = [];
  const startReplica = async () => {
    const own = await (connectBus?.() ?? bus);
    const service = createFollowupsService(read, { bus: own, clock, log: lines.log });
    await service.start();
    await until(async () => (await fetch(`${service.url}/readyz`)).ok);
    replicas.push(service);
    return service;
  };
  const service = await startReplica();
  const stranger = httpClient(service.url);

  const send: FollowupsServer['send'] = async (spec, data, { times = 1, sequence = 1 } = {}) => {
    const envelope = newEvent(spec, {
      source: 'leads',
      subject: 'test',
      sequence,
      data,
      actor: 'system',
      now: clock.now(),
    });
    for (let count = 0; count < times; count += 1) await bus.publish([envelope]);
    return envelope;
  };
  const signIn: FollowupsServer['signIn'] = async (given) => {
    const fullname = uniqueName('Dana');
    const user: User = {
      ...exampleUser,
      id: uniqueId(),
      fullname,
      email: uniqueEmail('agent'),
      subroles: [1, 2],
      version: 1,
      ...given,
    };
    await send(userCreated, user);
    others.auth.users.push(user);
    const actor = { id: user.id, role: user.role_id, subroles: user.subroles, fullname: user.fullname };
    return { user, actor, client: stranger.as(others.tokens.tokenFor(actor)) };
  };
  const givenLead: FollowupsServer['givenLead'] = (agent, given) => {
    const lead = buildLead({ ...(agent && { user_id: agent.user.id }), ...given });
    others.leads.known.push(lead);
    return lead;
  };
  const changeLead = (id: string, change: Partial<LeadRow>) => {
    const lead = others.leads.known.find((each) => each.id === id);
    if (lead === undefined) throw new Error('There is no such lead');
    Object.assign(lead, change, { version: lead.version + 1 });
    return { ...exampleLifeLead, ...lead, type_id: 2 as const, type: 'life' as const };
  };
  const everywhere = (act: (each: FollowupsService) => Promise<void>) => Promise.all(replicas.map(act));

  return {
    service,
    clock,
    probe,
    others,
    lines,
    admin: await signIn({ role_id: 1, subroles: [] }),
    stranger,
    startReplica,
    signIn,
    givenLead,
    givenFollowup: async (agent, given, lead) => {
      const body = {
        user_id: agent.user.id,
        lead_id: givenLead(agent, lead).id,
        datetime: after(clock, hourMs),
        priority: 2,
        description: 'Call about the quote',
        ...given,
      } as const;
      return (await agent.client.call(createFollowup, { body })).answer.followup;
    },
    leadChanges: async (id, change) => {
      const lead = changeLead(id, change);
      await send(leadUpdated, { lead, changed: Object.keys(change) }, { sequence: lead.version });
    },
    leadGoesTo: async (id, to) => {
      const from = others.leads.known.find((each) => each.id === id)?.user_id ?? 0;
      const lead = changeLead(id, { user_id: to });
      await send(leadAssigned, { lead_id: id, from, to, how: 'manual', lead }, { sequence: lead.version });
    },
    leadIsDeleted: async (id) => {
      const { type_id, source, user_id, version } = changeLead(id, {});
      others.leads.known.splice(
        others.leads.known.findIndex((each) => each.id === id),
        1,
      );
      await send(leadDeleted, { lead_id: id, type_id, source, user_id }, { sequence: version });
    },
    send,
    rejection: (command) => rejected.find(({ causationid }) => causationid === command)?.data,
    later: async (ms) => {
      clock.advance(ms);
      await everywhere(async (service) => {
        const { sessions, ctx } = service;
        await subscribeSessions(sessions);
        ctx.dueJobs.wake();
        await ctx.dueJobs.idle();
        await service.drainOutbox();
      });
    },
    published: async () => {
      await everywhere((service) => service.drainOutbox());
    },
    stop: async () => {
      await probe.stop();
      for (const each of replicas) await each.stop();
      await others.close();
      await bus.close();
      await store.stop();
    },
  };
}
