import { apiKeys, type ApiKey } from '@crm/contracts/resources/api-key.js';
import { screen, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const apiKey: ApiKey = apiKeys.record.parse({
  ...apiKeys.example,
  networks: [],
  ends_on: null,
  last_used_at: null,
});
const admin = buildAdmin();
const { list, one, create, change, remove } = apiKeys.calls;

function openKeys(records: ApiKey[], path = '/api-keys') {
  const server = new FakeServer(admin)
    .on(list, answer(list, records, { 'content-range': `api-keys 0-0/${String(records.length)}` }))
    .on(one, answer(one, apiKey));
  return openApp({ user: admin, server, path });
}

test('a new key is shown this once, with the scopes and networks that were chosen', async () => {
  const { pointer, server } = openKeys([]);
  server.on(create, answer(create, { ...apiKey, key: 'crm_live_shown' }));
  await pointer.click(await screen.findByRole('button', { name: 'New API key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await pointer.type(dialog.getByLabelText(/^Name/), 'Policy system');
  await pointer.click(dialog.getByLabelText('Create leads'));
  await pointer.type(dialog.getByLabelText(/^Allowed networks/), '203.0.113.0/24, 2001:db8::/32');
  await pointer.type(dialog.getByLabelText(/^Last day/), '06/30/2027');
  await pointer.click(dialog.getByRole('button', { name: 'Create' }));
  const shown = within(await screen.findByRole('dialog', { name: 'The API key Policy system' }));
  expect(shown.getByLabelText('Key')).toHaveValue('crm_live_shown');
  expect(server.calls(create)[0]?.body).toEqual({
    name: 'Policy system',
    scopes: ['leads:create'],
    networks: ['203.0.113.0/24', '2001:db8::/32'],
    ends_on: '2027-06-30',
  });
});

test('what is no network is said at the field, and nothing is sent', async () => {
  const { pointer, server } = openKeys([]);
  await pointer.click(await screen.findByRole('button', { name: 'New API key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
  await pointer.type(dialog.getByLabelText(/^Name/), 'Policy system');
  await pointer.click(dialog.getByLabelText('Create leads'));
  await pointer.type(dialog.getByLabelText(/^Allowed networks/), '203.0.113.7');
  await pointer.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('203.0.113.7 is not a network such as 203.0.113.0/24')).toBeVisible();
  expect(server.calls(create)).toHaveLength(0);
});

test('the list says what each may, from where, and which have ended', async () => {
  openKeys([
    apiKey,
    {
      ...apiKey,
      id: '66f0a1b2c3d4e5f6010204ab',
      name: 'Old one',
      networks: ['10.0.0.0/8'],
      ends_on: '2020-01-31',
    },
  ]);
  expect(await screen.findByText('Everywhere')).toBeVisible();
  expect(screen.getByText('10.0.0.0/8')).toBeVisible();
  expect(screen.getAllByText('Create leads, Read leads')).toHaveLength(2);
  expect(screen.getAllByText('Ended')).toHaveLength(1);
  expect(screen.getAllByText('Never')).toHaveLength(2);
});

test('a key is changed, and withdrawn after a question', async () => {
  const { pointer, server } = openKeys([apiKey]);
  server.on(change, answer(change, { ...apiKey, version: 4 })).on(remove, answer(remove, apiKey));
  await pointer.click(await screen.findByRole('button', { name: 'Edit Policy system' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'API key' }));
  await pointer.click(await dialog.findByLabelText('Set the status of leads, add notes'));
  await pointer.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('API key saved')).toBeVisible();
  expect(server.calls(change)[0]?.body).toMatchObject({
    version: 3,
    scopes: ['leads:create', 'leads:read', 'leads:status'],
  });
  await pointer.click(await screen.findByRole('button', { name: 'Withdraw Policy system' }));
  const question = within(await screen.findByRole('dialog', { name: 'Withdraw this API key?' }));
  expect(server.calls(remove)).toHaveLength(0);
  await pointer.click(question.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('API key withdrawn')).toBeVisible();
});

test('the page is for admins alone; no call is made for others', async () => {
  const { server } = openApp({ user: buildUser(), path: '/api-keys' });
  expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
  expect(server.calls(list)).toHaveLength(0);
});
