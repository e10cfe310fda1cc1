import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import type { MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { Actor } from '@crm/contracts/access.js';
import type { SessionClaims } from '@crm/contracts/token.js';
import type { Router } from 'express';
import type { z } from 'zod';
import { gatewayConfig } from '../config.js';
import { createGateway, type GatewayOverrides } from '../service.js';
import { openBrowser, type Browser } from './browser.js';
import { fakeAuth, fakeLeads, startFakeService } from './fake-services.js';

/** What a test may set differently. */
export interface SystemOptions {
  env?: Record<string, string>;
  overrides?: Omit<GatewayOverrides, 'bus' | 'log'>;
  bus?: Bus;
  /** How many gateways stand in front of the services. */
  gateways?: number;
  /** Routes before those of the fake leads service. */
  leadsRoutes?: (router: Router) => void;
  /** Routes before those of the fake auth service. */
  authRoutes?: (router: Router) => void;
}

/** Timings by which auth is not asked again meanwhile: only what an event says can end a session. */
export const asksLater = { pollMs: 3_600_000 };

const standing = new Set<{ stop: () => Promise<void> }>();

/** For `afterEach` or `afterAll`: stops what a test left standing, also where it failed half-way. */
export async function stopSystems(): Promise<void> {
  await Promise.all([...standing].map((system) => system.stop()));
}

/** Real gateways over real HTTP and sockets, in front of small services that answer as the contracts say. */
export async function startSystem(options: SystemOptions = {}) {
  const tokens = createTestTokens();
  // Services refuse each other's tokens where their clocks are apart.
  const clock = options.overrides?.clock && { clock: options.overrides.clock };
  const auth = fakeAuth(tokens);
  const leads = fakeLeads();
  const startAuth = (port = 0) =>
    startFakeService({
      service: 'auth',
      tokens,
      routes: auth.routes,
      port,
      ...clock,
      ...(options.authRoutes && { mount: options.authRoutes }),
    });
  let authServer = await startAuth();
  const leadsServer = await startFakeService({
    service: 'leads',
    tokens,
    routes: leads.routes,
    ...clock,
    ...(options.leadsRoutes && { mount: options.leadsRoutes }),
  });
  const bus = options.bus ?? createMemoryBus();
  const lines = logLines('gateway');
  const env = {
    PORT: '0',
    AUTH_URL: authServer.url,
    LEADS_URL: leadsServer.url,
    PUBLIC_KEYS: JSON.stringify(tokens.keys),
    ...testKeySettings('gateway'),
    ...options.env,
  };
  const config = loadConfig(gatewayConfig, env);
  const gateways = Array.from({ length: options.gateways ?? 1 }, () =>
    createGateway(config, {
      timings: { pollMs: 50, renewMs: 50, reportMs: 200 },
      ...options.overrides,
      bus,
      log: lines.log,
    }),
  );
  for (const gateway of gateways) await gateway.start();
  const [gateway] = gateways;
  if (gateway === undefined) throw new Error('A system has a gateway');

  const browsers: Browser[] = [];
  let sequence = 0;
  const system = {
    url: gateway.url,
    /** The settings of its gateways, for one more in a process of its own. */
    env,
    gateway,
    gateways,
    bus,
    lines,
    tokens,
    auth: auth.state,
    leads: leads.state,
    /** Auth is away from now on. */
    closeAuth: () => authServer.close(),
    /** Auth is back where it was, and knows what it knew. */
    reopenAuth: async () => {
      authServer = await startAuth(authServer.port);
    },
    leadsServer,
    tokenFor: (actor: Actor, claims?: Partial<SessionClaims>) => tokens.tokenFor(actor, claims),
    /** A browser of an actor on one of the gateways, connected. */
    browser: async (actor: Actor, at = 0, claims?: Partial<SessionClaims>) => {
      const browser = openBrowser((gateways[at] ?? gateway).url, tokens.tokenFor(actor, claims));
      browsers.push(browser);
      await browser.connected;
      return browser;
    },
    /** Publishes an event as its service would, and resolves with it once every gateway's handler has returned. */
    publish: async <S extends z.ZodType>(spec: MessageSpec<S>, data: z.input<S>, subject = 'test') => {
      sequence += 1;
      const source = 'leads' as const;
      const event = newEvent(spec, { source, subject, sequence, data, actor: 'system', now: new Date() });
      await bus.publish([event]);
      return event;
    },
    stop: async () => {
      standing.delete(system);
      for (const browser of browsers) browser.close();
      for (const each of gateways) await each.stop();
      await authServer.close();
      await leadsServer.close();
    },
  };
  standing.add(system);
  return system;
}
export type TestSystem = Awaited<ReturnType<typeof startSystem>>;
