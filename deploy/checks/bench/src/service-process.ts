import { z } from 'zod';
import { followupsConfig } from '@crm/followups/config.js';
import { createFollowupsService } from '@crm/followups/service.js';
import { messagingConfig } from '@crm/messaging/config.js';
import { createMessagingService } from '@crm/messaging/service.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { statsConfig } from '@crm/stats/config.js';
import { createStatsService } from '@crm/stats/service.js';
import { telephonyConfig } from '@crm/telephony/config.js';
import { createTelephonyService } from '@crm/telephony/service.js';
import { servesInOwnProcess, startOwnProcess } from './own-process.js';

const order = z.object({
  which: z.enum(['telephony', 'messaging', 'stats', 'followups']),
  env: z.record(z.string(), z.string()),
});
type Order = z.output<typeof order>;

const makers: Record<Order['which'], (env: Order['env']) => Service> = {
  telephony: (env) => createTelephonyService(loadConfig(telephonyConfig, env)),
  messaging: (env) => createMessagingService(loadConfig(messagingConfig, env)),
  stats: (env) => createStatsService(loadConfig(statsConfig, env)),
  followups: (env) => createFollowupsService(loadConfig(followupsConfig, env)),
};

/** The service as in production, in its own process with its own bus. */
async function serve(given: unknown): Promise<Service> {
  const { which, env } = order.parse(given);
  const service = makers[which](env);
  await service.start();
  return service;
}

/** Starts a service with these settings and waits until it is ready; it exits with its parent. */
export async function startServiceProcess(which: Order['which'], env: Order['env']) {
  const { url, pid, stop } = await startOwnProcess(import.meta.url, { which, env } satisfies Order);
  // Users are read in the background after the start.
  while (!(await fetch(`${url}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 50));
  return { url, pid, stop };
}

await servesInOwnProcess(import.meta.url, serve);
