import { setTimeout as pause } from 'node:timers/promises';
import { states } from '@crm/contracts/codes/states.js';
import { createAgent, listAgents } from '@crm/contracts/http/agents.js';
import { setActive } from '@crm/contracts/http/account.js';
import { rebuildState, rebuildStatistic } from '@crm/contracts/http/stats.js';
import { leftoverComplaints } from '@crm/faults/checks/leftovers.js';
import { person, type Person } from '@crm/faults/load/person.js';
import { reachable, type Reachable } from '@crm/faults/load/reachable.js';
import { createServiceClient } from '@crm/platform/http/service-client.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { demoLeads, type DemoOwner } from '@crm/seed/demo-leads.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { bringLeads } from '@crm/seed/seed-demo.js';
import { multiplyLeads } from '../multiply-leads.js';
import { knowCopies } from './know-copies.js';
import type { TestEnvironment } from './environment.js';
import { ownKeysIn } from '@crm/local/service-keys/key-ring.js';

/** Concurrency: password hashing is slow on purpose. */
const atOnce = 4;
/** Leads per agent created through migration; the rest are copies. */
const migratedPerAgent = 10;
const patientMs = 60_000;
const settleMs = 600_000;
const lookEveryMs = 500;

/** An agent at work, and the customer whom that agent calls and texts. */
export interface Desk {
  agent: Person;
  customer: Reachable;
}

export interface Staff {
  admin: Person;
  desks: Desk[];
}

async function eachOf<T, R>(
  values: readonly T[],
  work: (value: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < values.length; from += atOnce)
    results.push(
      ...(await Promise.all(
        values.slice(from, from + atOnce).map((value, index) => work(value, from + index)),
      )),
    );
  return results;
}

/** Calls for set-up: they bypass the gateways and their rate limits. */
const preparer = (environment: TestEnvironment) =>
  createServiceClient({
    from: 'seed',
    keys: ownKeysIn(environment.keys.services, 'seed'),
    baseUrlOf: (service) =>
      ({
        auth: environment.authUrl,
        leads: environment.leadsUrl,
        telephony: environment.telephonyUrl,
        messaging: environment.messagingUrl,
        stats: environment.statsUrl,
        followups: environment.followupsUrl,
      })[String(service)] ?? environment.leadsUrl,
    log: createLogger({ service: 'bench', level: 'warn' }),
  });

async function untilQuiet(environment: TestEnvironment): Promise<void> {
  const givesUpAt = Date.now() + settleMs;
  for (;;) {
    const left = await leftoverComplaints(environment.databases, environment.brokerUrl);
    if (left.length === 0) return;
    if (Date.now() > givesUpAt) throw new Error(`The environment does not settle: ${left.join('; ')}`);
    await pause(lookEveryMs);
  }
}

/**
 * Sets up the floor: agents with their own numbers and one always-reachable customer each, leads as in a real
 * office, and figures that include them all. All agents are signed in.
 */
export async function staffEnvironment(
  environment: TestEnvironment,
  {
    agents,
    leads,
    password,
    log,
  }: { agents: number; leads: number; password: string; log: (line: string) => void },
): Promise<Staff> {
  const services = preparer(environment);
  const admin = await person(environment.url, demoAdminEmail, password, environment.authUrl);
  const as = { token: admin.token, timeoutMs: patientMs };
  const made = await eachOf(
    Array.from({ length: agents }, (_, index) => index),
    async (index): Promise<DemoOwner & { email: string }> => {
      const email = `desk.${String(index)}@example.com`;
      const own = states
        .map(({ code }) => code)
        .filter((code, place) => code === 'TX' || (place + index) % 5 === 0);
      const { user } = await services.call(
        createAgent,
        {
          body: {
            role_id: 2,
            fname: 'Desk',
            lname: String(index),
            email,
            phone: `(214)${String(800 + Math.floor(index / 9_000))}-${String(1_000 + (index % 9_000))}`,
            twilio_phone: `(737)${String(800 + Math.floor(index / 9_000))}-${String(1_000 + (index % 9_000))}`,
            states: own,
            subroles: [1, 2],
            password,
          },
        },
        as,
      );
      return { id: user.id, role_id: 2, states: own, subroles: [1, 2], email };
    },
  );
  log(`${String(agents)} agents created`);
  const { agents: everybody } = await admin.must(listAgents, {});
  const guides = everybody.flatMap((user): DemoOwner[] =>
    user.role_id === 3 ? [{ ...user, role_id: 3 }] : [],
  );
  const taken = demoLeads({
    count: Math.min(leads, agents * migratedPerAgent),
    owners: [...made, ...guides],
    now: new Date(),
  });
  await bringLeads(
    services,
    taken.map((lead, index) => ({ ...lead, external_id: `day:${String(index)}` })),
  );
  const desks = await eachOf(made, async ({ email }): Promise<Desk> => {
    const agent = await person(environment.url, email, password, environment.authUrl);
    await agent.must(setActive, { body: { user_id: agent.user.id, active: 1 } });
    return { agent, customer: await reachable(agent, admin, `Customer of ${agent.user.fullname}`) };
  });
  log(`${String(taken.length)} leads migrated, every agent has a customer`);
  await untilQuiet(environment);
  const { storeUri, keys } = environment;
  await multiplyLeads({ storeUri, masters: keys.masters, wanted: leads });
  await knowCopies(environment.databases);
  log(`${String(leads)} leads created`);
  await services.call(rebuildStatistic, {}, as);
  while ((await services.call(rebuildState, {}, as)).state !== 'ready') await pause(lookEveryMs);
  await untilQuiet(environment);
  return { admin, desks };
}
