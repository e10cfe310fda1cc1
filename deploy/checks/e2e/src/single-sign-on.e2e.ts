import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { scimGroup, scimUser } from '@crm/contracts/http/scim.js';
import { singleSignOnCallback } from '@crm/contracts/http/single-sign-on.js';
import { updateAgent } from '@crm/contracts/http/agents.js';
import { startIdentityProvider, type TestIdentityProvider } from '@crm/platform/testing/identity-provider.js';
import { z } from 'zod';
import { noErrors, openWindow, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, people } from './people.js';
import { arrivedAt, atOnce, button, fromSettings, said } from './steps.js';

let idp: TestIdentityProvider | undefined;
const own = ownEnvironment({ leads: 5, ssoNetworks: '127.0.0.0/8' }, async () => {
  const { url } = own.environment;
  idp = await startIdentityProvider({
    redirectUris: [`${url}${singleSignOnCallback.path}`],
    signedOutUris: [`${url}/signin`],
  });
});
after(() => idp?.stop());

const provider = () => {
  if (idp === undefined) throw new Error('The provider has not been started');
  return idp;
};
const patchSchema = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const listed = z.object({ Resources: z.array(z.unknown()) });

/** A request of SCIM, as the provider sends it. */
async function scim(token: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${own.environment.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path} answered ${String(answer.status)}`);
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

const email = 'nadia@juniper.example';
const label = 'Sign in with the office';

void test('who joins by SCIM signs in at the provider, works, and is signed out at once when they leave', async () => {
  const { issuer, client_id, client_secret } = provider();

  // An admin sets the provider up, and makes a token for SCIM.
  const admin = await signedIn(own.browser, own.environment.url, people.admin);
  await fromSettings(admin.page, 'Single sign-on');
  await arrivedAt(admin.page, '/identity-providers');
  await button(admin.page, 'New identity provider').click();
  const form = admin.page.getByRole('dialog', { name: 'New identity provider' });
  await form.getByLabel('Text of the button').fill(label);
  await form.getByLabel('Issuer').fill(issuer);
  await form.getByLabel('Client ID').fill(client_id);
  await form.getByLabel('Client secret').fill(client_secret);
  await form.getByLabel('E-mail domains').fill('juniper.example');
  await button(form, 'Add a role').click();
  await form.getByLabel('Group or value').fill('Sales agents');
  await button(form, 'Create').click();
  await form.waitFor({ state: 'hidden' });
  await button(admin.page, `SCIM token of ${label}`).click();
  const tokens = admin.page.getByRole('dialog', { name: `SCIM token of ${label}` });
  await button(tokens, 'Create a token').click();
  const token = await tokens.getByRole('textbox', { name: 'Token' }).inputValue();
  await button(tokens, 'Close').last().click();

  // Somebody joins: without a group there is no way in.
  const person = { sub: 'nadia', email, email_verified: true };
  provider().person = person;
  const joined = scimUser.parse(
    await scim(token, 'POST', '/Users', {
      userName: email,
      externalId: 'okta-nadia',
      name: { givenName: 'Nadia', familyName: 'Haddad' },
      active: true,
    }),
  );
  const { page, context } = await openWindow(own.browser, own.environment.url);
  await page.goto('/signin');
  await button(page, label).click();
  await said(page, 'Your account may not sign in here. Please ask an admin').waitFor();

  const { Resources } = listed.parse(await scim(token, 'GET', '/Groups'));
  const group = scimGroup.parse(Resources[0]);
  await scim(token, 'PATCH', `/Groups/${group.id}`, {
    schemas: patchSchema,
    Operations: [{ op: 'Add', path: 'members', value: [{ value: joined.id }] }],
  });
  const { client } = await callerFor(own.environment.url, people.admin);
  const body = { fname: 'Nadia', lname: 'Haddad', email, subroles: [1] as [1] };
  await client.call(updateAgent, { params: { id: joined.id }, body });

  // She signs in, works, signs out at the provider too, and signs in again.
  await button(page, label).click();
  await said(page, 'Welcome, Nadia').waitFor();
  await page.goto('/life');
  await page.getByRole('heading', { name: 'Life' }).first().waitFor();
  await fromSettings(page, 'Logout');
  // The provider asks whether its own session is to end, and sends her back.
  await button(page, /^Yes/).click();
  await arrivedAt(page, '/signin');
  await button(page, label).click();
  await page.getByText('Top 10 Core Values:').waitFor();

  // She leaves: the open window is at the sign-in page within a second.
  await scim(token, 'PATCH', `/Users/${joined.id}`, {
    schemas: patchSchema,
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  });
  await arrivedAt(page, '/signin', atOnce);
  await button(page, label).click();
  await said(page, 'Your account may not sign in here. Please ask an admin').waitFor();
  noErrors(admin);
  await context.close();
  await admin.context.close();
});
