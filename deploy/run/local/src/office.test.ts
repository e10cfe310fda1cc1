import { createAgent } from '@crm/contracts/http/agents.js';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { signIn, verifyToken } from '@crm/contracts/http/auth.js';
import { filterLeads, searchLeads } from '@crm/contracts/http/lead-lists.js';
import { getLead, restCreateLead } from '@crm/contracts/http/leads.js';
import { reportClick } from '@crm/contracts/http/sessions.js';
import { agentPassword, databaseOf, startAuth, type AuthServer } from '@crm/auth/test/auth-server.js';
import { gatewayConfig } from '@crm/gateway/config.js';
import { createGateway, type Gateway } from '@crm/gateway/service.js';
import { leadsConfig } from '@crm/leads/config.js';
import { createLeadsService, type LeadsService } from '@crm/leads/service.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';

const minute = 60_000;
/** At least 150: more than a network has wrong passwords. */
const seats = Number(process.env['OFFICE_SEATS'] ?? 500);
/** All of them, and the attacker, come out of one address; the proxy in front says so and is believed. */
const office = '203.0.113.80';
const fromOffice = { 'x-forwarded-for': office };

let auth: AuthServer;
let store: TestStore;
let leads: LeadsService;
let gateway: Gateway;

beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
  store = await startTestStore();
  const { bus, clock, tokens } = auth;
  const { log } = logLines('office');
  const publicKeys = JSON.stringify(tokens.keys);
  leads = createLeadsService(
    loadConfig(leadsConfig, {
      ...{
        PORT: '0',
        MONGODB_URI: databaseOf(store.uri),
        ANSWERS: 'strict',
        AGENCY_NAME: 'Juniper Insurance',
        MASTER_KEYS: testMasterKeys,
      },
      ...{ AUTH_URL: auth.service.url, TELEPHONY_URL: auth.service.url },
      ...{ MESSAGING_URL: auth.service.url, FOLLOWUPS_URL: auth.service.url },
      ...{ PUBLIC_KEYS: publicKeys, ...testKeySettings('leads') },
    }),
    { bus, clock, log },
  );
  await leads.start();
  gateway = createGateway(
    loadConfig(gatewayConfig, {
      ...{ PORT: '0', AUTH_URL: auth.service.url, LEADS_URL: leads.url, TRUST_PROXY: '1' },
      ...{ PUBLIC_KEYS: publicKeys, ...testKeySettings('gateway') },
    }),
    { bus, clock, log },
  );
  await gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  await leads.stop();
  await auth.stop();
  await store.stop();
});

const emailOf = (seat: number) => `seat.${String(seat)}@example.com`;

interface Browser {
  seat: number;
  userId: string;
  client: HttpClient;
  token: string;
  cookie: string;
}

/** What signing in at the office came to, and how long it was held. */
async function signInAs(seat: number, { password = agentPassword, cookie = '' } = {}) {
  const heldBefore = auth.waited.length;
  const answer = await httpClient(gateway.url).call(
    signIn,
    { body: { email: emailOf(seat), password } },
    { ...fromOffice, ...(cookie !== '' && { cookie }) },
  );
  return { answer, status: answer.status, wasHeld: auth.waited.length > heldBefore };
}

async function openBrowser(seat: number): Promise<Browser> {
  const { answer } = await signInAs(seat);
  const { token, user } = answer.answer;
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { seat, userId: user.id, token, cookie, client: httpClient(gateway.url, token) };
}

/** An hour at a seat: the token is looked after, lists are paged and searched, a lead is opened. */
async function workAnHour({ client, token, seat }: Browser, leadId: string | undefined): Promise<number[]> {
  const answers = [
    await client.call(reportClick, { body: { seconds_ago: 0 } }, fromOffice),
    await client.call(verifyToken, { body: { token } }, fromOffice),
    await client.call(filterLeads, { body: { params: { type: 2 } } }, fromOffice),
    await client.call(searchLeads, { query: { search: `seat${String(seat)}` } }, fromOffice),
    ...(leadId === undefined ? [] : [await client.call(getLead, { params: { id: leadId } }, fromOffice)]),
  ];
  return answers.map(({ status }) => status);
}

/** In groups, as far as one machine's sockets go. */
async function eachOf<T, R>(all: readonly T[], work: (each: T) => Promise<R>, atOnce = 50): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < all.length; start += atOnce)
    done.push(...(await Promise.all(all.slice(start, start + atOnce).map(work))));
  return done;
}

/** Forty passwords for each of twenty accounts, one account after the other, as a sprayer does; how many were looked at. */
async function attack(): Promise<{ checked: number; limited: number }> {
  let [checked, limited] = [0, 0];
  for (let guess = 0; guess < 40; guess += 1) {
    for (let seat = 0; seat < 20; seat += 1) {
      const { status } = await signInAs(seat, { password: `Summer-${String(guess)}` });
      if (status === 401) checked += 1;
      else if (status === 429) limited += 1;
    }
  }
  return { checked, limited };
}

test(`${String(seats)} seats behind one address work a morning beside an attacker, who alone is slowed`, async () => {
  const staff = Array.from({ length: seats }, (_, seat) => seat);
  await eachOf(staff, async (seat) => {
    const made = await auth.admin.call(createAgent, {
      body: {
        ...{ role_id: 2, fname: 'Seat', lname: String(seat), subroles: [1] },
        ...{ email: emailOf(seat), password: agentPassword },
      },
    });
    expect(made.status).toBe(200);
  });

  // Nine o'clock, from a network and browsers that nobody has been seen from, and more at once than a network may have
  // wrong passwords.
  const browsers = await eachOf(staff, openBrowser, 150);
  expect(auth.waited).toEqual([]);
  const [first] = browsers;
  const made = await first?.client.call(
    restCreateLead,
    {
      body: {
        type: 'life',
        fullname: 'Raymond Okafor',
        email: 'r.okafor@example.com',
        phone: '(214)555-0117',
        state: 'TX',
        birth_date: '1957-06-02',
        term: 'fex',
        rate_class: 'lb',
        coverage_amount: 15_000,
        disability: 'Cremation',
      },
    },
    fromOffice,
  );
  const leadId = made?.answer.id;

  const began = auth.clock.now().getTime();
  let [checked, limited] = [0, 0];
  for (let hour = 0; hour < 2; hour += 1) {
    const guesses = await attack();
    checked += guesses.checked;
    limited += guesses.limited;
    // Amid it everybody works, those who are guessed at too.
    const statuses = await eachOf(browsers, (browser) =>
      workAnHour(browser, browser === first ? leadId : undefined),
    );
    expect(statuses.flat().filter((status) => status !== 200)).toEqual([]);
    // Those who sign in anew where they did before are neither refused nor held, whoever guesses at them.
    for (const { seat, cookie } of browsers.slice(0, 30)) {
      const again = await signInAs(seat, { cookie });
      expect([seat, again.status, again.wasHeld]).toEqual([seat, 200, false]);
    }
    // Nor are those on a new browser in the office, at whom nobody guesses.
    for (const seat of [100, 120, 140]) {
      const again = await signInAs(seat);
      expect([seat, again.status, again.wasHeld]).toEqual([seat, 200, false]);
    }
    await auth.advance(40 * minute);
    // By their clocks they have not heard of auth for long, and would let nobody through until they do.
    await leads.sessions.poll();
    // The gateway asks auth where it is asked whether it is ready.
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  }

  // Of 1,600 guesses an allowance for mistyping was looked at, and ten a minute after that.
  const minutes = (auth.clock.now().getTime() - began) / minute;
  expect(checked + limited).toBe(1_600);
  expect(checked).toBeLessThan(150 + 12 * minutes);
  expect(limited).toBeGreaterThan(1_000);

  // Who was guessed at, from where and how it ended is in the audit log, and counted.
  await auth.signInAdmin();
  await auth.service.auditIdle();
  const entries = await auth.admin.call(listAuditEntries, {
    params: { service: 'auth' },
    query: { action: 'session.started', outcome: 'denied', address: office, range: '[0, 24]' },
  });
  expect(entries.headers.get('content-range')).toMatch(/\/1600$/);
  expect(entries.answer[0]).toMatchObject({ actor_id: 'nobody', address: office, outcome: 'denied' });
  expect(entries.answer[0]?.subjects[0]).toMatch(/^account\/seat\.\d+@example\.com$/);
  const metrics = await (await fetch(`${auth.service.url}/metrics`)).text();
  const counted = (outcome: string) =>
    Number(new RegExp(`^auth_sign_ins_total\\{outcome="${outcome}".*\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
  expect([counted('wrong'), counted('limited')]).toEqual([checked, limited]);
  // The gateway refused nobody: the address has live sessions behind it.
  const refused = await (await fetch(`${gateway.url}/metrics`)).text();
  expect([...refused.matchAll(/^gateway_calls_limited_total\{.*\} ([1-9]\d*)$/gm)]).toEqual([]);
});
