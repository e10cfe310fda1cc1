import { setTimeout as pause } from 'node:timers/promises';
import { listAgents, migrateAccount, updateAgent } from '@crm/contracts/http/agents.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { getSettings, updateSettings } from '@crm/contracts/http/settings.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { addFollowup, createFollowup, updateFollowup } from '@crm/contracts/http/followups.js';
import { updateStatePhone } from '@crm/contracts/http/state-phones.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { stateCode } from '@crm/contracts/codes/states.js';
import { migrateLeads } from '@crm/contracts/http/lead-migration.js';
import { migrateCalls } from '@crm/contracts/http/call-migration.js';
import { leadsToCall } from '@crm/contracts/http/calling.js';
import { migrateTexts } from '@crm/contracts/http/messaging.js';
import { listEmailTemplates, listSmsTemplates } from '@crm/contracts/http/templates.js';
import { importLicences } from '@crm/contracts/resources/licence.js';
import { teams } from '@crm/contracts/resources/team.js';
import { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { createServiceClient, type ServiceClient } from '@crm/platform/http/service-client.js';
import type { PrivateServiceKeys } from '@crm/platform/identity/service-keys.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { demoLeads, type DemoLead } from './demo-leads.js';
import { demoCalls, demoStrangers, type CalledLead, type DemoCall } from './demo-calls.js';
import { demoFollowups, demoFollowupStatuses } from './demo-followups.js';
import { demoLicences } from './demo-licences.js';
import { demoEmailTemplates, demoSmsTemplates, demoTalks } from './demo-messages.js';
import {
  demoAdminEmail,
  demoDefaultLine,
  demoPeople,
  demoStaff,
  demoStateLines,
  demoTeam,
} from './demo-people.js';

export interface SeedOptions {
  authUrl: string;
  leadsUrl: string;
  telephonyUrl: string;
  messagingUrl: string;
  followupsUrl: string;
  /** Its own, of the installation's ring. */
  keys: PrivateServiceKeys;
  /** The password of the first admin and of every account created here. */
  password: string;
  leads?: number;
  /** Whether a month of calls, recordings and voicemails goes with them. */
  hasCalls?: boolean;
  /** The agency's name, which the consents of bought leads name. */
  agency?: string | undefined;
  now?: Date;
  /** Called with progress. */
  count?: (done: number, all: number, what: string) => void;
}

const batchSize = 500;
/** Statuses of customers with recent contact. */
const talkedTo: ReadonlySet<string> = new Set(['followUp', 'thinkingAboutIt', 'emailed', 'agreement']);
/** Meanwhile the services process thousands of events. */
const patientMs = 60_000;
const pausesMs = [100, 250, 500, 1_000, 2_000];

/**
 * Retries until a service responds, while it is starting or overloaded. Only for idempotent calls, which all of the
 * seed is: existing data stays unchanged.
 */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
      await pause(pausesMs[Math.min(attempt, pausesMs.length - 1)]);
    }
  }
}

/** A client that retries, see `untilAnswered`. */
const patiently = (services: ServiceClient): ServiceClient => ({
  call: (endpoint, input, as) =>
    untilAnswered(() => services.call(endpoint, input, { timeoutMs: patientMs, ...as })),
});

async function makePeople(services: ServiceClient, password: string): Promise<void> {
  // In parallel where possible: the store groups concurrent writes.
  await Promise.all(
    [...demoPeople, ...demoStaff].map((person) => migrate(services, { ...person, password })),
  );
}

/** Makes an account with a password that need not meet the rules of one that is set. */
const migrate = (services: ServiceClient, body: InputOf<typeof migrateAccount>['body']) =>
  unlessThere(services.call(migrateAccount, { body }, { asService: true }));

/** What an earlier run created is fine: seeding is idempotent. */
async function unlessThere(creating: Promise<unknown>): Promise<void> {
  try {
    await creating;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'already_exists')) throw error;
  }
}

/** The team, its lead, and the agents who are in it. */
async function makeTeam(services: ServiceClient, token: string, password: string): Promise<void> {
  const { name, lead, agents: members } = demoTeam;
  await unlessThere(services.call(teams.calls.create, { body: { name } }, { token }));
  const [team] = await services.call(
    teams.calls.list,
    { query: { filter: JSON.stringify({ q: name }) } },
    { token },
  );
  if (team === undefined) throw new Error(`The team ${name} was not made`);
  const team_id = team.id;
  await migrate(services, { ...lead, team_id, password });
  const { agents: known } = await services.call(listAgents, {}, { token });
  for (const { id, fname, lname, email } of known)
    if (members.some((member) => member === email))
      await services.call(updateAgent, { params: { id }, body: { fname, lname, email, team_id } }, { token });
}

/** The caller ids by state, and the default one. */
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
 * Seeds the demo through the services' own calls: agents, guides and leads as migrated from
 * another system. An interrupted run is completed by the next. Throws on refusals.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { count = () => undefined } = options;
  const once = createServiceClient({
    from: 'seed',
    keys: options.keys,
    baseUrlOf: (service) =>
      ({
        auth: options.authUrl,
        telephony: options.telephonyUrl,
        messaging: options.messagingUrl,
        followups: options.followupsUrl,
      })[String(service)] ?? options.leadsUrl,
    log: createLogger({ service: 'seed', level: 'warn' }),
  });
  const services = patiently(once);
  const { token } = await services.call(
    signIn,
    { body: { email: demoAdminEmail, password: options.password } },
    { token: '' },
  );
  await makePeople(services, options.password);
  const csv = demoLicences(options.now ?? new Date());
  await services.call(importLicences, { body: { csv } }, { token });
  await rentNumbers(services, token);

  const { agents } = await services.call(listAgents, {}, { token });
  // The lead of the team comes last: of an interrupted run it may be there already.
  const owning = agents.filter(({ role_id }) => role_id !== roles.teamLead);
  const sellers = owning.filter(({ role_id }) => role_id === roles.agent);
  await Promise.all(sellers.map(({ id }) => untilAnswered(() => makeTemplates(once, token, id))));
  const leads = demoLeads({
    count: options.leads ?? 2_000,
    agency: options.agency,
    owners: owning.map((agent) => ({ ...agent, role_id: agent.role_id === 3 ? 3 : 2 })),
    now: options.now ?? new Date(),
  });
  await bringLeads(services, leads, count);
  const now = options.now ?? new Date();
  if (options.hasCalls === true) await bringCalls(services, { sellers, leads, now, count });
  let done = 0;
  await Promise.all(
    sellers.map(async ({ id }) => {
      await makeTalks(services, id, leads, now);
      await makeFollowups(services, token, { user_id: id, leads, now });
      done += 1;
      count(done, sellers.length, 'agents with texts and follow-ups');
    }),
  );
  await makeTeam(services, token, options.password);
}

/** Migrates leads in batches; existing ones stay unchanged. */
export async function bringLeads(
  services: ServiceClient,
  leads: readonly DemoLead[],
  count: NonNullable<SeedOptions['count']> = () => undefined,
): Promise<void> {
  for (let from = 0; from < leads.length; from += batchSize) {
    const batch = leads.slice(from, from + batchSize);
    // The agents were just created and reach the leads service as events: it refuses until they have arrived.
    await patiently(services).call(migrateLeads, { body: { leads: batch } }, { asService: true });
    count(from + batch.length, leads.length, 'leads');
  }
}

/** Calls with audio are heavy: a request takes a megabyte. */
const [callsAtOnce, audioAtOnce, longAtOnce] = [200, 6, 1];
const recordedCalls = 8;

/** The calls of the last month, agent by agent. */
async function bringCalls(
  services: ServiceClient,
  {
    sellers,
    leads,
    now,
    count,
  }: {
    sellers: readonly { id: string }[];
    leads: readonly DemoLead[];
    now: Date;
    count: NonNullable<SeedOptions['count']>;
  },
): Promise<void> {
  const send = async (calls: readonly DemoCall[]) => {
    const weighing = (weight: number) => calls.filter((call) => weightOf(call) === weight);
    for (const [some, size] of [
      [weighing(0), callsAtOnce],
      [weighing(1), audioAtOnce],
      [weighing(2), longAtOnce],
    ] as const) {
      for (let from = 0; from < some.length; from += size)
        await services.call(
          migrateCalls,
          { body: { calls: some.slice(from, from + size) } },
          { asService: true },
        );
    }
  };
  await send(demoStrangers(now));
  for (const [index, { id }] of sellers.entries()) {
    const own = leads.filter(({ agent, empty }) => agent === id && empty === 0);
    const called = await calledLeads(services, id, own);
    await send(demoCalls({ user_id: id, leads: called, now, recorded: recordedCalls }));
    count(index + 1, sellers.length, 'agents with calls');
  }
}

/** Without audio, with a little, or with much of it. */
const weightOf = ({ recording, voicemail }: DemoCall) =>
  recording === undefined && voicemail === undefined ? 0 : (recording?.seconds ?? 0) > 30 ? 2 : 1;

/** An agent's leads with their ids, by number and name. */
async function calledLeads(
  services: ServiceClient,
  user_id: string,
  leads: readonly DemoLead[],
): Promise<CalledLead[]> {
  const phones = [...new Set(leads.flatMap(({ lead }) => lead.phone ?? []))];
  const { leads: found } = await services.call(leadsToCall, { body: { phones } }, { asService: true });
  return leads.flatMap(({ lead, status, created_at }) => {
    const its = found.find((each) => each.user_id === user_id && each.fullname === lead.fullname);
    if (!its || lead.phone === null || lead.phone === undefined) return [];
    return [{ lead_id: its.lead_id, fullname: its.fullname, phone: lead.phone, status, created_at }];
  });
}

/** Two templates of each kind, except existing ones. */
async function makeTemplates(services: ServiceClient, token: string, user_id: string): Promise<void> {
  const of = { params: { userId: user_id } };
  const texts = await services.call(listSmsTemplates, of, { token });
  const emails = await services.call(listEmailTemplates, of, { token });
  for (const template of demoSmsTemplates) {
    if (texts.templates.some(({ title }) => title === template.title)) continue;
    await services.call(smsTemplates.calls.create, { body: { user_id, ...template } }, { token });
  }
  for (const template of demoEmailTemplates) {
    if (emails.templates.some(({ name }) => name === template.name)) continue;
    await services.call(emailTemplates.calls.create, { body: { user_id, ...template } }, { token });
  }
}

/** Conversations with two of an agent's open leads. */
async function makeTalks(
  services: ServiceClient,
  user_id: string,
  leads: readonly DemoLead[],
  now: Date,
): Promise<void> {
  // Numbers to which the simulated carrier delivers every text.
  const own = leads.filter(
    ({ agent, status, empty, lead }) =>
      agent === user_id &&
      talkedTo.has(status) &&
      empty === 0 &&
      !/(00|2[0-3]|3[0-2]|5[0-3])$/.test(lead.phone ?? '00'),
  );
  const lead_ids = await idsOf(services, user_id, own.slice(0, 2));
  await services.call(
    migrateTexts,
    { body: { texts: demoTalks({ user_id, lead_ids }, now) } },
    { asService: true },
  );
}

/** The ids of an agent's leads, by number and name. */
async function idsOf(
  services: ServiceClient,
  user_id: string,
  leads: readonly DemoLead[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { lead } of leads) {
    const found = await services.call(
      leadsToCall,
      { body: { phones: [lead.phone ?? ''] } },
      { asService: true },
    );
    const its = found.leads.find((each) => each.user_id === user_id && each.fullname === lead.fullname);
    if (its) ids.push(its.lead_id);
  }
  return ids;
}

/** An agent's follow-ups of the next days: one already completed, two of one lead. */
async function makeFollowups(
  services: ServiceClient,
  token: string,
  { user_id, leads, now }: { user_id: string; leads: readonly DemoLead[]; now: Date },
): Promise<void> {
  const as = { token };
  const wanted = demoFollowups(user_id, now);
  const own = leads.filter(
    ({ agent, status, empty }) => agent === user_id && empty === 0 && demoFollowupStatuses.has(status),
  );
  const lead_ids = await idsOf(services, user_id, own.slice(0, wanted.length));
  for (const [index, { isDone, beside, ...words }] of wanted.entries()) {
    const lead_id = lead_ids[index];
    if (lead_id === undefined) return;
    try {
      const { followup } = await services.call(createFollowup, { body: { user_id, lead_id, ...words } }, as);
      const done = { id: followup.id, followup: { completed: 1 as const } };
      if (isDone) await services.call(updateFollowup, { body: done }, as);
      if (beside) await services.call(addFollowup, { body: { user_id, lead_id, ...beside } }, as);
    } catch (error) {
      // The lead has one from an earlier run.
      if (!(error instanceof AppError && error.code === 'already_exists')) throw error;
    }
  }
}
