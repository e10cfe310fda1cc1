import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { createLeadByKey } from '@crm/contracts/http/integration.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { noErrors, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';
import { atOnce, button, said } from './steps.js';

const own = ownEnvironment({ leads: 5, webhookNetworks: '127.0.0.0/8' });

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** What another system takes at an address of its own. */
const received: Received[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => (body += part));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
});
let address = '';
before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(receiver.address());
  address = `http://127.0.0.1:${String(port)}/events`;
});
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});

/** Whether a request bears the signature of a secret by the scheme of Standard Webhooks. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const [version, given = ''] = String(headers['webhook-signature']).split(',');
  const signature = Buffer.from(given, 'base64');
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  return version === 'v1' && isFresh && signature.length === 32 && timingSafeEqual(signature, expected);
}

const created = z.object({
  type: z.literal('lead.created'),
  data: z.object({ lead: z.object({ id: z.string() }) }),
});
/** The requests that brought the news of a new lead. */
const newsOf = (leadId: string) =>
  received.filter(({ body }) => created.safeParse(JSON.parse(body)).data?.data.lead.id === leadId);

/** Makes a webhook on its page and answers its secret. */
async function makeWebhook(page: Page): Promise<string> {
  await page.goto('/webhooks');
  await button(page, 'New webhook').click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel(/^Name/).fill('Policy system');
  await dialog.getByLabel(/^Address/).fill(address);
  await dialog.getByLabel(/^Events/).click();
  await page.getByRole('option', { name: 'lead.created' }).click();
  await page.keyboard.press('Escape');
  await button(dialog, 'Create').click();
  const shown = page.getByRole('dialog', { name: 'The secret of Policy system' });
  const secret = await shown.getByLabel('Secret').inputValue();
  await button(shown, 'Close').last().click();
  return secret;
}

/** Makes an API key on its page and answers it. */
async function makeKey(page: Page): Promise<string> {
  await page.goto('/api-keys');
  await button(page, 'New API key').click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel(/^Name/).fill('Lead source');
  await dialog.getByLabel('Create leads').check();
  await button(dialog, 'Create').click();
  const shown = page.getByRole('dialog', { name: 'The API key Lead source' });
  const key = await shown.getByLabel('Key').inputValue();
  await button(shown, 'Close').last().click();
  return key;
}

/** A lead as the other system sends it. */
const delivered = (key: string, external_id: string) =>
  httpClient(own.environment.url, key).call(createLeadByKey, {
    body: {
      type: 'life',
      source: 'clickListing',
      external_id,
      fullname: 'Ingrid Integration',
      email: `${external_id}@example.com`,
      phone: '+12145550191',
      state: 'TX',
      birth_date: '1957-06-02',
    },
  });

void test('a lead that a key creates is told to a webhook, signed, and again on demand; a withdrawn key creates none', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  const secret = await makeWebhook(page);
  const key = await makeKey(page);

  const { answer } = await delivered(key, 'integration-1');
  assert.equal(answer.result, 'accepted');
  const leadId = answer.lead_id ?? '';
  await eventually(async () => newsOf(leadId).length === 1);
  assert.ok(newsOf(leadId).every((each) => isSigned(each, secret)));

  await page.goto('/webhook-deliveries');
  const row = page.getByRole('row').filter({ hasText: `lead/${leadId}` });
  await row.getByText('Delivered').waitFor();
  await button(row, 'Send lead.created again').click();
  await said(page, '1 delivery is sent again').waitFor();
  await eventually(async () => newsOf(leadId).length === 2);
  const [first, second] = newsOf(leadId);
  assert.ok(second !== undefined && isSigned(second, secret));
  assert.equal(second.headers['webhook-id'], first?.headers['webhook-id']);

  await page.goto('/api-keys');
  await button(page, 'Withdraw Lead source').click();
  await button(page.getByRole('dialog', { name: 'Withdraw this API key?' }), 'Withdraw').click();
  await said(page, 'API key withdrawn').waitFor();
  const withdrawn = performance.now();
  await eventually(async () => (await delivered(key, 'integration-2')).status === 401);
  assert.ok(performance.now() - withdrawn < atOnce.timeout);
  noErrors(window);
  await window.context.close();
});
