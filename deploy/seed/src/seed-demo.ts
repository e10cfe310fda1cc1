import { setTimeout as pause } from 'node:timers/promises';
import { createAgent, getSettings, listAgents, signIn, updateSettings } from '@crm/contracts/http/auth.js';
import { updateStatePhone } from '@crm/contracts/http/recordings.js';
import { stateCode } from '@crm/contracts/codes/states.js';
import { takeOverLeads } from '@crm/contracts/http/leads.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { createServiceClient, type ServiceClient } from '@crm/platform/http/service-client.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { demoLeads, type DemoLead } from './demo-leads.js';
import { demoAdminEmail, demoDefaultLine, demoPeople, demoStateLines } from './demo-people.js';

export interface SeedOptions {
  authUrl: string;
  leadsUrl: string;
  telephonyUrl: string;
  internalKey: string;
  /** Of the first admin, and given to every account made here. */
  password: string;
  leads?: number;
  now?: Date;
}

const batchSize = 500;

async function makePeople(services: ServiceClient, token: string, password: string): Promise<void> {
  for (const person of demoPeople) {
    try {
      await services.call(createAgent, { body: { ...person, password } }, { token });
    } catch (error) {
      // Somebody made in an earlier run is no fault: seeding twice changes nothing.
      if (!(error instanceof AppError && error.code === 'already_exists')) throw error;
    }
  }
}

/** The numbers that customers of a state see, and the one that everybody else sees. */
async function rentNumbers(services: ServiceClient, token: string): Promise<void> {
  const { settings } = await services.call(getSettings, {}, { token });
  await services.call(
    updateSettings,
    { body: { assignment: settings.assignment, default_phone: demoDefaultLine } },
    { token },
  );
  for (const [state, phone] of Object.entries(demoStateLines)) {
    await services.call(
      updateStatePhone,
      { body: { id: stateCode.parse(state), updated: { phone } } },
      { token },
    );
  }
}

/**
 * Seeds the demo through the services' own calls: agents and guides as an admin makes them, leads as an office brings
 * them from elsewhere. A run that was cut short is finished by the next. Throws what the services refuse.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const services = createServiceClient({
    from: 'seed',
    key: [options.internalKey],
    baseUrlOf: (service) =>
      ({ auth: options.authUrl, telephony: options.telephonyUrl })[String(service)] ?? options.leadsUrl,
    log: createLogger({ service: 'seed', level: 'warn' }),
  });
  const { token } = await services.call(
    signIn,
    { body: { email: demoAdminEmail, password: options.password } },
    { token: '' },
  );
  await makePeople(services, token, options.password);
  await rentNumbers(services, token);

  const { agents } = await services.call(listAgents, {}, { token });
  const leads = demoLeads({
    count: options.leads ?? 2_000,
    owners: agents.map((agent) => ({ ...agent, role_id: agent.role_id === 3 ? 3 : 2 })),
    now: options.now ?? new Date(),
  });
  for (let from = 0; from < leads.length; from += batchSize) {
    await takeOver(services, leads.slice(from, from + batchSize));
  }
}

/** The agents were made a moment ago and come to the leads service as events: it says so until they are there. */
async function takeOver(services: ServiceClient, leads: DemoLead[], triesLeft = 100): Promise<void> {
  try {
    await services.call(takeOverLeads, { body: { leads } }, { asService: true, timeoutMs: 60_000 });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable') || triesLeft === 0) throw error;
    await pause(100);
    await takeOver(services, leads, triesLeft - 1);
  }
}
