import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { startOwnProcesses, type OwnProcesses } from '@crm/local/processes/own-processes.js';
import { brokerUrl } from '@crm/platform/bus/testing/broker.js';
import { openBrowser, signedIn } from './browser.js';
import { answerLater, call, callPanel, goOnline, outcomeStrip, permit } from './calling-steps.js';
import { crashService } from './crash-service.js';
import { password } from './environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, setStatus } from './steps.js';

const broker = await brokerUrl();
let own: OwnProcesses;
let browser: Browser;

before(async () => {
  if (!broker) return;
  own = await startOwnProcesses({ leads: 20, password, gateways: 2 });
  browser = await openBrowser();
});

after(async () => {
  if (!broker) return;
  await browser.close();
  await own.close();
});

/** How soon the floor is right again after something was killed. */
const healed = { timeout: 30_000 };

const shows = (page: Page, id: string, state: string) =>
  page.locator(`[data-testid="tile-${id}"][data-state="${state}"]`).waitFor(healed);

/** What is killed, and whether the call lives on: the simulated carrier's lines to devices go through the gateways. */
const deaths: { who: string; phone: string; kill: () => Promise<void>; livesOn: boolean }[] = [
  { who: 'every gateway', phone: '+12145550142', kill: () => crashService(own, 'gateway'), livesOn: false },
  {
    who: 'every telephony',
    phone: '+14695550142',
    kill: () => crashService(own, 'telephony'),
    livesOn: true,
  },
  {
    who: 'the broker',
    phone: '+19725550142',
    kill: async () => {
      if (own.broker.restart === undefined)
        throw new Error('The broker can be restarted with rabbitmqctl alone');
      await own.broker.restart(() => pause(2_000));
    },
    livesOn: true,
  },
];

const skip = broker ? false : 'RabbitMQ does not answer; set RABBITMQ_URL';

void test(
  'the tiles are right again after gateways, telephony and the broker were killed in a call',
  { skip, timeout: 600_000 },
  async () => {
    const { url } = own.system;
    const agent = await callerFor(url, people.lifeAgent);
    const admin = await callerFor(url, people.admin);
    const office = await signedIn(browser, url, people.admin);
    await office.page.goto('/floor');
    const desk = await signedIn(browser, url, people.lifeAgent);
    await goOnline(desk.page);
    await shows(office.page, agent.user.id, 'ready');
    for (const { who, phone, kill, livesOn } of deaths) {
      const lead = await makeLead(agent, `Patient of ${who}`, { phone });
      await permit(admin, lead);
      await call(desk.page, lead, 'Conference');
      await shows(office.page, agent.user.id, 'in-call');
      await kill();
      // What it was before, read anew, and what becomes of it, told live.
      if (livesOn) {
        await office.page.reload();
        await office.page.getByTestId(`tile-${agent.user.id}`).getByText(`Patient of ${who}`).waitFor(healed);
        await shows(office.page, agent.user.id, 'in-call');
        await button(callPanel(desk.page), 'Hang up').click();
      }
      await shows(office.page, agent.user.id, 'wrap-up');
      await outcomeStrip(desk.page).waitFor(healed);
      await answerLater(desk.page);
      // Until then each other lead leads back to this one.
      await setStatus(desk.page, 'Contact attempt 1');
      await button(desk.page, 'Ready').click();
      await shows(office.page, agent.user.id, 'ready');
    }
  },
);
