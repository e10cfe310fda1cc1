import { z } from 'zod';
import { userBanned, userCreated } from '@crm/contracts/bus/events.js';
import { updateAgent } from '@crm/contracts/http/agents.js';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { scimError, scimGroup, scimUser, type ScimUser } from '@crm/contracts/http/scim.js';
import {
  identityProviders,
  renewScimToken,
  withdrawScimToken,
} from '@crm/contracts/resources/identity-provider.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { setUpProvider, type AtProvider } from '../test/at-provider.js';
import { adminEmail, startAuth, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
let office: AtProvider;
let token: string;
beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
  office = await setUpProvider(auth, {
    roles: [
      { value: 'Chiefs', role: 'admin' },
      { value: 'Sales agents', role: 'agent' },
      { value: 'Dialling', role: 'guide' },
    ],
  });
  token = (await auth.admin.call(renewScimToken, { params: { id: office.record.id } })).answer.token;
});
afterAll(async () => {
  await office.idp.stop();
  await auth.stop();
});

interface Asked {
  method?: string;
  body?: unknown;
  bearer?: string | undefined;
}

/** A request as a provider sends it. */
async function scim(path: string, { method = 'GET', body, bearer = token }: Asked = {}) {
  const answer = await fetch(`${auth.service.url}/scim/v2${path}`, {
    method,
    headers: {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const read: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, body: read };
}
const refused = async (answer: ReturnType<typeof scim>) => {
  const { status, body, headers } = await answer;
  const { schemas, status: said, scimType } = scimError.parse(body);
  expect([schemas, said]).toEqual([['urn:ietf:params:scim:api:messages:2.0:Error'], String(status)]);
  expect(headers.get('content-type')).toMatch(/^application\/scim\+json/);
  return [status, scimType];
};
const listed = z.object({
  totalResults: z.number(),
  startIndex: z.number(),
  itemsPerPage: z.number(),
  Resources: z.array(z.unknown()),
});
const patchSchema = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

/** As Okta sends somebody. */
const asOkta = (userName: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Dana', familyName: 'Reyes' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Dana Reyes',
  locale: 'en-US',
  externalId: `okta-${userName}`,
  groups: [],
  password: 'ignored-here',
  active: true,
});
/** As Entra ID does. */
const asEntra = (userName: string) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: `entra-${userName}`,
  userName,
  active: 'True',
  displayName: 'Dana Reyes',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
});
const join = async (userName = uniqueEmail('joins')): Promise<ScimUser> =>
  scimUser.parse((await scim('/Users', { method: 'POST', body: asOkta(userName) })).body);
const patch = (id: string, Operations: unknown[]) =>
  scim(`/Users/${id}`, { method: 'PATCH', body: { schemas: patchSchema, Operations } });
const groupNamed = async (displayName: string) => {
  const filter = encodeURIComponent(`displayName eq "${displayName}"`);
  return scimGroup.parse(listed.parse((await scim(`/Groups?filter=${filter}`)).body).Resources[0]);
};
const patchGroup = async (displayName: string, Operations: unknown[]) =>
  scim(`/Groups/${(await groupNamed(displayName)).id}`, {
    method: 'PATCH',
    body: { schemas: patchSchema, Operations },
  });
const add = (displayName: string, ...ids: string[]) =>
  patchGroup(displayName, [{ op: 'Add', path: 'members', value: ids.map((value) => ({ value })) }]);
const stored = (id: string) => auth.service.ctx.models.users.findById(id).lean();

describe('the token', () => {
  test('is needed for every call, and the refusal is SCIM’s', async () => {
    for (const bearer of ['', 'scim_wrong', auth.adminToken])
      for (const path of ['/Users', '/Groups', '/ServiceProviderConfig', '/Schemas', '/ResourceTypes']) {
        const answer = await scim(path, { bearer });
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        scimError.parse(answer.body);
      }
  });

  test('is kept as a hash, shows its last use, is replaced by the next one and ends when it is withdrawn', async () => {
    const other = await setUpProvider(auth, { label: 'Another' });
    const params = { id: other.record.id };
    const { one } = identityProviders.calls;
    const first = (await auth.admin.call(renewScimToken, { params })).answer;
    expect(first).toMatchObject({ scim_token: first.token.slice(0, 9), scim_used_at: null });
    const kept = await auth.service.ctx.models.identityProviders.findOne(alive({ _id: params.id })).lean();
    expect(JSON.stringify(kept)).not.toContain(first.token);
    expect((await scim('/Users', { bearer: first.token })).status).toBe(200);
    expect((await auth.admin.call(one, { params })).answer.scim_used_at).toBe(auth.clock.now().toISOString());
    const second = (await auth.admin.call(renewScimToken, { params })).answer.token;
    expect((await scim('/Users', { bearer: first.token })).status).toBe(401);
    expect((await scim('/Users', { bearer: second })).status).toBe(200);
    const { answer } = await auth.admin.call(withdrawScimToken, { params });
    expect(answer.scim_token).toBe('');
    expect((await scim('/Users', { bearer: second })).status).toBe(401);
    const agent = await auth.newUser();
    expect((await agent.client.call(renewScimToken, { params })).refusal.code).toBe('forbidden');
    await other.idp.stop();
  });
});

test('SCIM describes itself', async () => {
  const config = await scim('/ServiceProviderConfig');
  expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
  expect(listed.parse((await scim('/ResourceTypes')).body).totalResults).toBe(2);
  expect(listed.parse((await scim('/Schemas')).body).Resources).toHaveLength(2);
});

describe('who joins', () => {
  test.each([
    ['Okta', asOkta],
    ['Entra ID', asEntra],
  ])('by %s has an account that a group opens', async (_name, form) => {
    const userName = uniqueEmail('joins');
    const made = await scim('/Users', { method: 'POST', body: form(userName) });
    const user = scimUser.parse(made.body);
    expect([made.status, made.headers.get('location')]).toEqual([201, user.meta.location]);
    expect(user).toMatchObject({
      ...{ userName, active: true, groups: [], displayName: 'Dana Reyes' },
      externalId: form(userName).externalId,
      name: { givenName: 'Dana', familyName: 'Reyes' },
    });
    expect(await stored(user.id)).toMatchObject({ banned: 1 });
    const { actorid } = await auth.probe.waitFor(userCreated, ({ data }) => data.id === user.id);
    expect(actorid).toBe(`scim/${office.record.id}`);

    expect((await add('Sales agents', user.id)).status).toBe(204);
    expect(await stored(user.id)).toMatchObject({ banned: 0, role_id: 2, email: userName });
    expect((await groupNamed('Sales agents')).members).toContainEqual({
      value: user.id,
      display: 'Dana Reyes',
    });
    const signedIn = await office.signIn({ sub: user.id, email: userName, email_verified: true });
    expect(signedIn.answer.user).toMatchObject({ id: user.id, role_id: 2 });

    const entries = await auth.admin.call(listAuditEntries, {
      params: { service: 'auth' },
      query: { subject: `user/${user.id}`, action: 'user.created' },
    });
    expect(entries.answer).toMatchObject([{ actor_id: `scim/${office.record.id}`, actor_name: 'SCIM' }]);
  });

  test('is refused with a user name in use, that is no address, or of another domain', async () => {
    const { userName } = await join();
    for (const [name, answer] of [
      [userName.toUpperCase(), [409, 'uniqueness']],
      ['dana', [400, 'invalidValue']],
      ['dana@example.net', [400, 'invalidValue']],
    ] as const)
      expect(await refused(scim('/Users', { method: 'POST', body: asOkta(name) }))).toEqual(answer);
    expect(await refused(scim('/Users', { method: 'POST', body: { active: true } }))).toEqual([
      ...[400, 'invalidValue'],
    ]);
  });

  test('is found by user name and by the provider’s id, and listed page by page', async () => {
    const user = await join();
    const find = async (filter: string) =>
      listed.parse((await scim(`/Users?filter=${encodeURIComponent(filter)}`)).body).Resources;
    expect(await find(`userName eq "${user.userName.toUpperCase()}"`)).toEqual([user]);
    expect(await find(`externalId eq "okta-${user.userName}"`)).toEqual([user]);
    expect(await find('userName eq "nobody@example.com"')).toEqual([]);
    expect(await refused(scim('/Users?filter=title%20eq%20%22a%22'))).toEqual([400, 'invalidFilter']);
    const all = listed.parse((await scim('/Users')).body);
    const page = listed.parse((await scim(`/Users?startIndex=${String(all.totalResults)}&count=5`)).body);
    expect([page.totalResults, page.itemsPerPage]).toEqual([all.totalResults, 1]);
    expect(page.Resources[0]).toEqual(all.Resources.at(-1));
    expect(listed.parse((await scim('/Users?count=0')).body)).toMatchObject({ Resources: [] });
  });

  test('is another’s matter where the address is of another domain', async () => {
    const { user } = await auth.newUser({ email: 'somebody@example.net' });
    expect(await refused(scim(`/Users/${user.id}`))).toEqual([404, undefined]);
    expect(await refused(patch(user.id, [{ op: 'replace', path: 'active', value: false }]))).toEqual([
      ...[404, undefined],
    ]);
  });
});

describe('a change', () => {
  test('of names and address is the account’s, by PUT and by PATCH', async () => {
    const user = await join();
    const userName = uniqueEmail('renamed');
    const replaced = await scim(`/Users/${user.id}`, {
      method: 'PUT',
      body: { ...asOkta(userName), name: { givenName: 'Ana', familyName: 'Ruiz' } },
    });
    expect(scimUser.parse(replaced.body)).toMatchObject({ userName, displayName: 'Ana Ruiz' });
    const patched = await patch(user.id, [
      { op: 'Replace', path: 'name.familyName', value: 'Reyes' },
      { op: 'Add', path: 'title', value: 'Agent' },
    ]);
    expect(scimUser.parse(patched.body).displayName).toBe('Ana Reyes');
    expect(await stored(user.id)).toMatchObject({ fullname: 'Ana Reyes', account_changed_by: 'SCIM' });
    expect(await refused(patch(user.id, [{ op: 'replace', path: 'userName', value: adminEmail }]))).toEqual([
      ...[409, 'uniqueness'],
    ]);
  });

  test.each([
    ['Okta', { op: 'replace', value: { active: false } }],
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
  ])('to inactive by %s bans, and ends every session at once', async (_name, operation) => {
    const agent = await auth.newUser();
    const { id } = agent.user;
    expect(scimUser.parse((await patch(id, [operation])).body).active).toBe(false);
    expect((await agent.client.call(getSettings, {})).refusal.code).toBe('session_ended');
    const banned = await auth.probe.waitFor(userBanned, ({ data }) => data.user_id === id);
    expect(banned.actorid).toBe(`scim/${office.record.id}`);
    // Said once more, it changes nothing.
    const { version } = (await stored(id)) ?? {};
    expect((await patch(id, [operation])).status).toBe(200);
    expect((await stored(id))?.version).toBe(version);
    await patch(id, [{ op: 'replace', path: 'active', value: 'True' }]);
    expect(await stored(id)).toMatchObject({ banned: 0, role_id: 2 });
  });

  test('of what an admin banned lets nobody in', async () => {
    const { user } = await auth.newUser();
    const { id, fname, lname, email } = user;
    await auth.admin.call(updateAgent, { params: { id }, body: { fname, lname, email, banned: 1 } });
    await patch(id, [{ op: 'replace', path: 'active', value: true }]);
    await add('Sales agents', id);
    expect((await stored(id))?.banned).toBe(1);
  });

  test('that is no patch is refused', async () => {
    const { id } = await join();
    expect(await refused(patch(id, [{ op: 'move', path: 'active' }]))).toEqual([400, 'invalidSyntax']);
    expect(await refused(patch(id, [{ op: 'replace', path: 'active', value: 'maybe' }]))).toEqual([
      ...[400, 'invalidValue'],
    ]);
    expect(await refused(patch(id, []))).toEqual([400, 'invalidValue']);
  });
});

describe('who leaves', () => {
  test('by DELETE is banned, is not found any more, and may join again', async () => {
    const agent = await auth.newUser();
    const { id, email } = agent.user;
    expect((await scim(`/Users/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await agent.client.call(getSettings, {})).refusal.code).toBe('session_ended');
    expect(await stored(id)).toMatchObject({ banned: 1, email });
    expect(await refused(scim(`/Users/${id}`))).toEqual([404, undefined]);
    expect(await refused(scim(`/Users/${id}`, { method: 'DELETE' }))).toEqual([404, undefined]);
    const again = await scim('/Users', { method: 'POST', body: asOkta(email) });
    expect([again.status, scimUser.parse(again.body).id]).toEqual([201, id]);
    expect((await stored(id))?.banned).toBe(1);
    await add('Sales agents', id);
    expect((await stored(id))?.banned).toBe(0);
  });

  test('the last admin stays: 409, and nothing is changed', async () => {
    const inactive = { op: 'replace', value: { active: false } };
    expect(await refused(patch(auth.adminId, [inactive]))).toEqual([409, 'mutability']);
    expect(await refused(scim(`/Users/${auth.adminId}`, { method: 'DELETE' }))).toEqual([409, 'mutability']);
    expect(await refused(add('Sales agents', auth.adminId))).toEqual([409, 'mutability']);
    expect(await stored(auth.adminId)).toMatchObject({ banned: 0, role_id: 1 });
    expect((await auth.admin.call(getSettings, {})).status).toBe(200);
  });
});

describe('a group', () => {
  test('gives its role, the first of the table counts, and without one nobody may sign in', async () => {
    const { id } = await join();
    const of = async () => {
      const user = await stored(id);
      return [user?.role_id, user?.banned];
    };
    await add('Dialling', id);
    expect(await of()).toEqual([3, 0]);
    await add('Sales agents', id);
    expect(await of()).toEqual([2, 0]);
    expect(scimUser.parse((await scim(`/Users/${id}`)).body).groups.map(({ display }) => display)).toEqual([
      ...['Sales agents', 'Dialling'],
    ]);
    await patchGroup('Sales agents', [{ op: 'remove', path: `members[value eq "${id}"]` }]);
    expect(await of()).toEqual([3, 0]);
    await patchGroup('Dialling', [{ op: 'Remove', path: 'members', value: [{ value: id }] }]);
    expect((await of())[1]).toBe(1);
  });

  test('has as members whom the provider names, and nobody where one of them is unknown', async () => {
    const [first, second] = [await join(), await join()];
    await patchGroup('Dialling', [{ op: 'replace', path: 'members', value: [{ value: first.id }] }]);
    expect(await refused(add('Dialling', second.id, '66f0a1b2c3d4e5f6010c0d01'))).toEqual([
      ...[400, 'invalidValue'],
    ]);
    expect(await refused(add('Dialling', 'nobody'))).toEqual([400, 'invalidValue']);
    const { id, members } = await groupNamed('Dialling');
    expect(members?.map(({ value }) => value)).toEqual([first.id]);
    const without = await scim(`/Groups/${id}?excludedAttributes=members`);
    expect(scimGroup.parse(without.body)).not.toHaveProperty('members');
  });

  test('is one of the table: others are not found, and none is renamed', async () => {
    expect(listed.parse((await scim('/Groups')).body).totalResults).toBe(3);
    expect(await refused(scim('/Groups/unknown'))).toEqual([404, undefined]);
    expect(
      await refused(patchGroup('Dialling', [{ op: 'replace', value: { displayName: 'Others' } }])),
    ).toEqual([400, 'mutability']);
  });
});
