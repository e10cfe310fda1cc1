import {
  identityProviders,
  renewScimToken,
  withdrawScimToken,
  type IdentityProvider,
} from '@crm/contracts/resources/identity-provider.js';
import { screen, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const office: IdentityProvider = identityProviders.record.parse({
  ...identityProviders.example,
  label: 'Sign in with the office',
  scim_token: '',
  scim_used_at: null,
});
const admin = buildAdmin();
const { list, create } = identityProviders.calls;

const openProviders = (records: IdentityProvider[]) => {
  const server = new FakeServer(admin).on(list, rows(identityProviders, records));
  return openApp({ user: admin, server, path: '/identity-providers' });
};

test('an admin sets up a provider with the groups that give roles', async () => {
  const { pointer, server } = openProviders([]);
  server.on(create, answer(create, office));
  expect(await screen.findByDisplayValue('http://localhost/api/auth/signin/callback')).toBeVisible();
  expect(screen.getByDisplayValue('http://localhost/scim/v2')).toBeVisible();
  await pointer.click(await screen.findByRole('button', { name: 'New identity provider' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New identity provider' }));
  await pointer.type(dialog.getByLabelText(/^Text of the button/), office.label);
  await pointer.type(dialog.getByLabelText(/^Issuer/), office.issuer);
  await pointer.type(dialog.getByLabelText(/^Client ID/), office.client_id);
  await pointer.type(dialog.getByLabelText(/^Client secret/), 'a secret');
  await pointer.type(dialog.getByLabelText(/^E-mail domains/), 'juniper.example, juniper.test');
  expect(dialog.getByText('Nobody gets an account at their first sign-in')).toBeVisible();
  await pointer.click(dialog.getByRole('button', { name: 'Add a role' }));
  await pointer.type(dialog.getByLabelText('Group or value'), 'Sales agents');
  await pointer.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Identity provider created')).toBeVisible();
  expect(server.calls(create)[0]?.body).toMatchObject({
    ...{ label: office.label, issuer: office.issuer, client_id: office.client_id },
    client_secret: 'a secret',
    domains: ['juniper.example', 'juniper.test'],
    roles: [{ value: 'Sales agents', role: 'agent' }],
    ...{ role_claim: 'groups', passwords: 1, factor_values: [] },
  });
});

test('a token of SCIM is shown once, and withdrawn', async () => {
  const { pointer, server } = openProviders([{ ...office, scim_token: 'scim_4fQ1' }]);
  server
    .on(renewScimToken, answer(renewScimToken, { ...office, token: 'scim_shown' }))
    .on(withdrawScimToken, answer(withdrawScimToken, office));
  const open = () => screen.findByRole('button', { name: 'SCIM token of Sign in with the office' });
  expect(await screen.findByText('scim_4fQ1…')).toBeVisible();
  await pointer.click(await open());
  expect(await screen.findByText(/^A new token ends the one in use at once/)).toBeVisible();
  expect(server.calls(renewScimToken)).toHaveLength(0);
  await pointer.click(screen.getByRole('button', { name: 'Create a token' }));
  expect(await screen.findByLabelText('Token')).toHaveValue('scim_shown');
  const dialog = within(screen.getByRole('dialog'));
  await pointer.click(dialog.getByText('Close'));
  await pointer.click(await open());
  await pointer.click(await screen.findByRole('button', { name: 'Withdraw the token' }));
  expect(await screen.findByText('Token withdrawn')).toBeVisible();
});

test('the page is for admins alone; no call is made for others', async () => {
  const { server } = openApp({ user: buildUser(), path: '/identity-providers' });
  expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
  expect(server.calls(list)).toHaveLength(0);
});
