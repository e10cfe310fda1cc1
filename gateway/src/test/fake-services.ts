import type { Router } from 'express';
import type { Actor } from '@crm/contracts/access.js';
import { teamOfLead } from '@crm/contracts/http/agents.js';
import { changeUserStatus } from '@crm/contracts/http/account.js';
import {
  countOnlineAgents,
  listSessions,
  reportSockets,
  signIn,
  verifyToken,
} from '@crm/contracts/http/auth.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import type { KeyScope } from '@crm/contracts/codes/key-scopes.js';
import { exchangeApiKey } from '@crm/contracts/http/api-keys.js';
import { getLeadByKey, setStatusByKey } from '@crm/contracts/http/integration.js';
import type { AnswerOf, InputOf, ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import {
  assignLead,
  getLead,
  restChangeLead,
  restCreateLead,
  setLeadPrice,
  setLeadStatus,
} from '@crm/contracts/http/leads.js';
import { holdLead, releaseHolders, releaseLead, renewHolds } from '@crm/contracts/http/holds.js';
import { listStates } from '@crm/contracts/http/code-lists.js';
import { exampleOpenedLead, openLead } from '@crm/contracts/http/opening.js';
import { exampleLeadRow, exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { exampleSettings, exampleUser } from '@crm/contracts/entities/user.js';
import { systemClock, type Clock } from '@crm/platform/clock.js';
import { keyInvalid, locked, wrongCredentials } from '@crm/platform/errors/app-error.js';
import { createHttpServer } from '@crm/platform/http/create-server.js';
import { mountAll, route, type EndpointDeps, type Route } from '@crm/platform/http/mount-endpoint.js';
import { createIdentity } from '@crm/platform/identity/identity.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { testPublicKeys } from '@crm/platform/testing/service-keys.js';
import { createMetrics } from '@crm/platform/metrics/metrics.js';
import { endlessSessions, type TestTokens } from '@crm/platform/testing/tokens.js';

/** Every other one is right. */
export const wrongPassword = 'wrong';

/** A server that answers endpoints of the contracts as a test wants them, and whatever else it mounts. */
export async function startFakeService(options: {
  service: ServiceName;
  tokens: TestTokens;
  routes?: readonly Route[];
  mount?: (router: Router) => void;
  port?: number;
  clock?: Clock;
}) {
  const { service, tokens, clock = systemClock } = options;
  const identity = createIdentity({
    service,
    verifier: createTokenVerifier({ keys: tokens.keys, clock }),
    sessions: endlessSessions,
    serviceKeys: testPublicKeys,
    clock,
  });
  const deps: EndpointDeps = { identity, log: silentLogger, answers: 'strict' };
  const metrics = createMetrics(service);
  const server = createHttpServer({ service, log: silentLogger, metrics, clock, trustProxy: 1 });
  options.mount?.(server.router);
  mountAll(server.router, deps, options.routes ?? []);
  const url = await server.listen(options.port ?? 0, '127.0.0.1');
  return {
    url,
    port: Number(new URL(url).port),
    close: async () => {
      const closed = server.close();
      server.server.closeAllConnections();
      await closed;
    },
  };
}

const saved = { status: 'success', message: 'Saved' } as const;

type KeyTerms = Omit<AnswerOf<typeof exchangeApiKey>, 'token'>;

/** What auth knows, for a test to change, and what it was told. */
export function fakeAuth({ keyTokenFor }: Pick<TestTokens, 'keyTokenFor'>) {
  const state = {
    /** API keys as they are sent, with what they are exchanged for. */
    keys: new Map<string, { id: string; scopes: readonly KeyScope[] } & Partial<KeyTerms>>(),
    /** How often a key was exchanged, or refused. */
    exchanged: 0,
    versions: {} as Record<string, number>,
    revoked: [] as { jti: string; exp: number }[],
    ended: [] as { sid: string; exp: number }[],
    agents: 3,
    /** The agents that each team lead leads. */
    teams: {} as Record<string, string[]>,
    reports: [] as InputOf<typeof reportSockets>['body'][],
    statuses: [] as (InputOf<typeof changeUserStatus>['body'] & { by: string })[],
  };
  const routes = [
    route(listSessions, async () => ({
      versions: state.versions,
      revoked: state.revoked,
      ended: state.ended,
    })),
    route(reportSockets, async (_actor, { body }) => {
      state.reports.push(body);
      return reportSockets.answer.parse(reportSockets.example.answer);
    }),
    route(teamOfLead, async (_actor, { params }) => ({ user_ids: state.teams[params.id] ?? [] })),
    route(countOnlineAgents, async () => ({ agents: state.agents })),
    route(changeUserStatus, async (actor, { body }) => {
      state.statuses.push({ ...body, by: actor.id });
      return saved;
    }),
    route(exchangeApiKey, async (_actor, { body }) => {
      state.exchanged += 1;
      const key = state.keys.get(body.key);
      if (key === undefined) throw keyInvalid();
      const { id, scopes, networks = [], ends_at = null } = key;
      return { token: keyTokenFor([...scopes], { key: id }), networks, ends_at };
    }),
    route(getSettings, async () => ({ settings: exampleSettings })),
    route(verifyToken, async () => ({ user: exampleUser })),
    route(signIn, async (_actor, { body }) => {
      if (body.password === wrongPassword) throw wrongCredentials('Wrong e-mail or password');
      return { ...saved, token: 'x', user: exampleUser };
    }),
  ];
  return { state, routes };
}

type Holds = InputOf<typeof renewHolds>['body']['holds'];

/** Leads with holds that work, and saves that answer with the example and remember what was asked. */
export function fakeLeads() {
  const state = {
    /** Lead to hold. */
    holds: new Map<string, Holds[number]>(),
    renewed: [] as Holds[],
    released: [] as Holds[],
    /** Name of the call, who made it, and what it carried. */
    calls: [] as { name: string; by: string; requestId: string; input: unknown }[],
  };
  const isSame = (a: Holds[number] | undefined, b: Holds[number]) => a?.holder === b.holder;

  const remember = (name: string, by: string, requestId: string, input: unknown) => {
    state.calls.push({ name, by, requestId, input });
  };
  const hold = ({ id: user_id, role }: Actor, lead_id: string, holder: string) => {
    const standing = state.holds.get(lead_id);
    if (standing !== undefined && standing.user_id !== user_id) {
      if (role !== 1)
        throw locked({ id: lead_id, fullname: 'Maribel Dunne' }, 'Someone else has this lead open');
      return { ...saved, held: false };
    }
    state.holds.set(lead_id, { lead_id, user_id, holder });
    return { ...saved, held: true };
  };
  const routes = [
    route(listStates, async () => ({ states: [] })),
    route(getLead, async (actor, input, { requestId }) => {
      remember('getLead', actor.id, requestId, input);
      return { lead: { ...exampleLifeLead, id: input.params.id } };
    }),
    route(getLeadByKey, async (key, input, { requestId, req }) => {
      remember('getLeadByKey', key.id, requestId, { ...input, authorization: req.headers.authorization });
      return getLeadByKey.answer.parse(getLeadByKey.example.answer);
    }),
    route(setStatusByKey, async (key, input, { requestId }) => {
      remember('setStatusByKey', key.id, requestId, input);
      return { ...saved, id: input.params.id, version: 5 };
    }),
    route(restCreateLead, async (actor, input, { requestId }) => {
      remember('restCreateLead', actor.id, requestId, input);
      return { ...saved, id: exampleLifeLead.id, lead: exampleLifeLead };
    }),
    route(restChangeLead, async (actor, input, { requestId }) => {
      remember('restChangeLead', actor.id, requestId, input);
      return { ...saved, id: input.params.id, lead: { ...exampleLifeLead, id: input.params.id } };
    }),
    route(setLeadStatus, async (actor, input, { requestId }) => {
      remember('setLeadStatus', actor.id, requestId, input);
      return { ...saved, lead: exampleLeadRow, next: 'complete' as const };
    }),
    route(setLeadPrice, async (actor, input, { requestId }) => {
      remember('setLeadPrice', actor.id, requestId, input);
      return { ...saved, price: input.body.price, premium_carrier: null, premium_price: null };
    }),
    route(assignLead, async (actor, input, { requestId }) => {
      remember('assignLead', actor.id, requestId, input);
      return { ...saved, lead: null };
    }),
    route(holdLead, async (actor, { params, body }) => hold(actor, params.id, body.holder)),
    route(openLead, async (actor, { params, body }) => ({
      ...exampleOpenedLead,
      ...hold(actor, params.id, body.holder),
      lead: { ...exampleLifeLead, id: params.id },
    })),
    route(releaseLead, async (actor, { params }) => {
      const hold = { lead_id: params.id, user_id: actor.id, holder: params.holder };
      if (isSame(state.holds.get(params.id), hold)) state.holds.delete(params.id);
      return saved;
    }),
    route(renewHolds, async (_actor, { body }) => {
      state.renewed.push(body.holds);
      return { lost: body.holds.filter((hold) => !isSame(state.holds.get(hold.lead_id), hold)) };
    }),
    route(releaseHolders, async (_actor, { body }) => {
      state.released.push(body.holds);
      for (const hold of body.holds)
        if (isSame(state.holds.get(hold.lead_id), hold)) state.holds.delete(hold.lead_id);
      return { released: body.holds.length };
    }),
  ];
  return { state, routes };
}

export type FakeAuth = ReturnType<typeof fakeAuth>;
export type FakeLeads = ReturnType<typeof fakeLeads>;
