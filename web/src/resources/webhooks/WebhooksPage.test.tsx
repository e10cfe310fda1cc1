import {
  renewWebhookSecret,
  replayWebhook,
  testWebhook,
  webhooks,
  type Webhook,
} from '@crm/contracts/resources/webhook.js';
import {
  replayDelivery,
  webhookDeliveries,
  type WebhookDelivery,
} from '@crm/contracts/resources/webhook-delivery.js';
import { screen, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const webhook: Webhook = webhooks.record.parse(webhooks.example);
const delivery: WebhookDelivery = webhookDeliveries.record.parse({
  ...webhookDeliveries.example,
  state: 'failed',
  result: '503',
});
const admin = buildAdmin();
const { list, create } = webhooks.calls;

function openWebhooks(records: Webhook[], path = '/webhooks') {
  const server = new FakeServer(admin)
    .on(list, answer(list, records, { 'content-range': `webhooks 0-0/${String(records.length)}` }))
    .on(
      webhookDeliveries.calls.list,
      answer(webhookDeliveries.calls.list, [delivery], { 'content-range': 'webhook-deliveries 0-0/1' }),
    );
  return openApp({ user: admin, server, path });
}

test('a new webhook shows its secret this once', async () => {
  const { pointer, server } = openWebhooks([]);
  server.on(create, answer(create, { ...webhook, secret: 'whsec_shown' }));
  await pointer.click(await screen.findByRole('button', { name: 'New webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await pointer.type(dialog.getByLabelText(/^Name/), 'Policy system');
  await pointer.type(dialog.getByLabelText(/^Address/), 'https://hooks.example.com/a');
  await pointer.click(dialog.getByLabelText(/^Events/));
  await pointer.click(await screen.findByRole('option', { name: 'lead.created' }));
  await pointer.keyboard('{Escape}');
  await pointer.click(dialog.getByRole('button', { name: 'Create' }));
  const shown = within(await screen.findByRole('dialog', { name: 'The secret of Policy system' }));
  expect(shown.getByLabelText('Secret')).toHaveValue('whsec_shown');
  expect(server.calls(create)[0]?.body).toEqual({
    name: 'Policy system',
    url: 'https://hooks.example.com/a',
    events: ['lead.created'],
  });
});

test('a webhook that fails or is switched off says so', async () => {
  openWebhooks([
    { ...webhook, failing_since: '2026-11-20T17:38:00.000Z' },
    { ...webhook, id: '66f0a1b2c3d4e5f6010204ab', name: 'Old one', active: 0 },
  ]);
  expect(await screen.findByText('Failing')).toBeVisible();
  expect(screen.getByText('Switched off')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send a test event to Old one' })).toBeNull();
});

test('a test event is sent, a secret renewed after a question, and a period sent again', async () => {
  const { pointer, server } = openWebhooks([webhook]);
  server
    .on(testWebhook, answer(testWebhook, { status: 'success', message: 'Test event sent' }))
    .on(renewWebhookSecret, answer(renewWebhookSecret, { ...webhook, secret: 'whsec_new' }))
    .on(
      replayWebhook,
      answer(replayWebhook, {
        status: 'success',
        message: '3 deliveries are sent again',
        replayed: 3,
        more: false,
      }),
    );
  await pointer.click(await screen.findByRole('button', { name: 'Send a test event to Policy system' }));
  expect(await screen.findByText('Test event sent')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'Send events to Policy system again' }));
  await pointer.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('3 deliveries are sent again')).toBeVisible();
  expect(server.calls(replayWebhook)[0]?.body).toMatchObject({ which: 'failed' });
  await pointer.click(screen.getByRole('button', { name: 'New secret for Policy system' }));
  expect(server.calls(renewWebhookSecret)).toHaveLength(0);
  await pointer.click(await screen.findByRole('button', { name: 'Create a new secret' }));
  expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_new');
});

test('a delivery that failed is sent again from the list', async () => {
  const { pointer, server } = openWebhooks([webhook], '/webhook-deliveries');
  server.on(
    replayDelivery,
    answer(replayDelivery, { status: 'success', message: '1 delivery is sent again' }),
  );
  expect(await screen.findByText('503')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'Send lead.created again' }));
  expect(await screen.findByText('1 delivery is sent again')).toBeVisible();
});

test.each(['/webhooks', '/webhook-deliveries'])(
  '%s is for admins alone; no call is made for others',
  async (path) => {
    const { server } = openApp({ user: buildUser(), path });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect([...server.calls(list), ...server.calls(webhookDeliveries.calls.list)]).toHaveLength(0);
  },
);
