import { randomUUID } from 'node:crypto';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { createAgent, updateAgent } from '@crm/contracts/http/agents.js';
import { getSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { signIn, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import { userCreated } from '@crm/contracts/bus/events.js';
import { beginSingleSignOn, listSignInWays } from '@crm/contracts/http/single-sign-on.js';
import { listOwnSessions } from '@crm/contracts/http/sessions.js';
import { identityProviders } from '@crm/contracts/resources/identity-provider.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { TestPerson } from '@crm/platform/testing/identity-provider.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { setUpProvider, type AtProvider } from '../test/at-provider.js';
import {
  adminEmail,
  adminPassword,
  agentPassword as password,
  startAuth,
  wrongFields,
  type AuthServer,
} from '../test/auth-server.js';
import { codeOf, confirmWith, userWithApp } from '../test/factors.js';

let auth: AuthServer;
let office: AtProvider;
beforeEach(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterEach(async () => {
  await office.idp.stop();
  await auth.stop();
});

const noAccess = 'Your account may not sign in here. Please ask an admin';
const tooLate = 'This sign-in took too long or began in another browser, please try again';
const unusable = 'The identity provider did not answer as expected, please try again';

const knownAs = (email: string, more: Partial<TestPerson> = {}): TestPerson => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  given_name: 'Dana',
  family_name: 'Reyes',
  groups: [],
  ...more,
});
const refusalOf = async (answer: ReturnType<AtProvider['signIn']>) => {
  const { status, refusal } = await answer;
  return [status, refusal.code, refusal.message];
};
const storedUser = (id: string) => auth.service.ctx.models.users.findById(id).lean();
const entriesOf = async (id: string) =>
  (
    await auth.admin.call(listAuditEntries, {
      params: { service: 'auth' },
      query: { subject: `user/${id}`, action: 'session.started' },
    })
  ).answer;

describe('who is proven by a provider', () => {
  test('signs in to the account with their verified address, as after a password', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    const dana = knownAs(user.email.toUpperCase());
    const { status, answer } = await office.signIn(dana);
    expect([status, answer.status, answer.message]).toEqual([200, 'success', `Welcome, ${user.fname}`]);
    expect(answer.user.id).toBe(user.id);
    const client = auth.stranger.as(answer.token);
    expect((await client.call(getSettings, {})).status).toBe(200);
    expect((await client.call(listOwnSessions, {})).answer.sessions).toHaveLength(2);
    const [entry] = await entriesOf(user.id);
    expect(entry).toMatchObject({ actor_id: user.id, outcome: 'done' });
    expect(entry?.changes).toEqual([
      { field: 'identities', before: null, after: JSON.stringify([`${office.idp.issuer} ${dana.sub}`]) },
    ]);
  });

  test('is found by the provider’s own id from then on, whatever becomes of the address there', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    const dana = knownAs(user.email);
    await office.signIn(dana);
    const again = await office.signIn({ ...dana, email: 'elsewhere@example.net', email_verified: false });
    expect(again.answer.user.id).toBe(user.id);
    expect((await storedUser(user.id))?.identities).toEqual([`${office.idp.issuer} ${dana.sub}`]);
  });

  test('is linked anew once an admin gives the account another address', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    const dana = knownAs(user.email);
    await office.signIn(dana);
    const email = uniqueEmail('moved');
    const { fname, lname } = user;
    await auth.admin.call(updateAgent, { params: { id: user.id }, body: { fname, lname, email } });
    expect((await storedUser(user.id))?.identities).toBeUndefined();
    expect(await refusalOf(office.signIn(dana))).toEqual([401, 'wrong_credentials', noAccess]);
    expect((await office.signIn({ ...dana, email })).answer.user.id).toBe(user.id);
  });

  test('gets an account where a group gives a role, which everybody hears of', async () => {
    office = await setUpProvider(auth, { claimsIn: 'userinfo' });
    const email = uniqueEmail('new');
    const dana = knownAs(email, { groups: ['Everyone', 'sales AGENTS'] });
    const { answer } = await office.signIn(dana);
    expect(answer.user).toMatchObject({
      ...{ role_id: 2, fname: 'Dana', lname: 'Reyes', email, subroles: [], states: [], banned: 0 },
    });
    const made = await auth.probe.waitFor(userCreated, ({ data }) => data.id === answer.user.id);
    expect(made).toMatchObject({ actorid: 'system', data: { email } });
    expect((await office.signIn(dana)).answer.user.id).toBe(answer.user.id);
    expect((await auth.stranger.call(signIn, { body: { email, password: 'a guess' } })).status).toBe(401);
  });

  test('signs out at the provider as well', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    const { answer } = await office.signIn(knownAs(user.email));
    const client = auth.stranger.as(answer.token);
    const out = (await client.call(signOut, {})).answer;
    const url = new URL(out.provider_url ?? '');
    expect(url.origin).toBe(office.idp.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${auth.service.url}/signin`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect((await client.call(getSettings, {})).refusal.code).toBe('session_ended');
    const stored = await auth.service.ctx.models.sessions.find({ user_id: user.id }).lean();
    expect(stored.flatMap(({ provider }) => (provider?.id_token === undefined ? [] : [provider]))).toEqual(
      [],
    );
  });

  test('after a password there is nothing to sign out of elsewhere', async () => {
    office = await setUpProvider(auth);
    const { client } = await auth.newUser();
    expect((await client.call(signOut, {})).answer).toEqual({ status: 'success', message: 'Signed out' });
  });
});

describe('a sign-in at a provider is refused', () => {
  test('without a group that gives a role, and no account is made', async () => {
    office = await setUpProvider(auth);
    const email = uniqueEmail('stranger');
    expect(await refusalOf(office.signIn(knownAs(email, { groups: ['Everyone'] })))).toEqual([
      ...[401, 'wrong_credentials', noAccess],
    ]);
    expect(await auth.service.ctx.models.users.exists({ email_lower: email })).toBeNull();
  });

  test('with an address that the provider does not vouch for, and nothing is linked', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    for (const email_verified of [false, undefined]) {
      const { sub, email } = knownAs(user.email);
      const person = {
        sub,
        ...(email && { email }),
        ...(email_verified !== undefined && { email_verified }),
      };
      const [status, , message] = await refusalOf(office.signIn(person));
      expect([status, message]).toEqual([
        401,
        'The provider does not say that your e-mail address is verified. Please ask an admin',
      ]);
    }
    expect((await storedUser(user.id))?.identities).toBeUndefined();
  });

  test('with an address of another domain, or once the domain is not served any more', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    const dana = knownAs(user.email);
    const other = knownAs('dana@example.net', { groups: ['Sales agents'] });
    expect(await refusalOf(office.signIn(other))).toEqual([401, 'wrong_credentials', noAccess]);
    expect((await office.signIn(dana)).status).toBe(200);
    await office.change({ domains: ['example.net'] });
    expect(await refusalOf(office.signIn(dana))).toEqual([401, 'wrong_credentials', noAccess]);
  });

  test('to somebody who is banned, by the address as by the link', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    const dana = knownAs(user.email);
    await office.signIn(dana);
    const { fname, lname, email } = user;
    await auth.admin.call(updateAgent, { params: { id: user.id }, body: { fname, lname, email, banned: 1 } });
    expect(await refusalOf(office.signIn(dana))).toEqual([401, 'wrong_credentials', noAccess]);
    expect(await refusalOf(office.signIn(knownAs(email)))).toEqual([401, 'wrong_credentials', noAccess]);
  });

  test('to a second person at the provider with the address of an account that is linked', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    await office.signIn(knownAs(user.email));
    expect(await refusalOf(office.signIn(knownAs(user.email)))).toEqual([401, 'wrong_credentials', noAccess]);
  });

  test('to somebody who declines there', async () => {
    office = await setUpProvider(auth);
    expect(await refusalOf(office.signIn(null))).toEqual([
      ...[401, 'wrong_credentials', 'You did not agree at the identity provider'],
    ]);
  });

  test('in another browser, and with a state that nobody began', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    office.idp.person = knownAs(user.email);
    const { url, cookie } = await office.begin();
    const other = await office.begin();
    expect(other.cookie).not.toBe(cookie);
    const back = await office.idp.visit(url);
    const stolen = await office.comeBack(back, other.cookie);
    expect(await refusalOf(office.finish(stolen, other.cookie))).toEqual([401, 'wrong_credentials', tooLate]);
    const forged = back.replace(/state=[^&]+/, 'state=forged');
    expect(await refusalOf(office.finish(await office.comeBack(forged, cookie), cookie))).toEqual([
      ...[401, 'wrong_credentials', tooLate],
    ]);
    // Neither has used it up.
    const ticket = await office.comeBack(back, cookie);
    expect(await refusalOf(office.finish(ticket, other.cookie))).toEqual([401, 'wrong_credentials', tooLate]);
    expect((await office.finish(ticket, cookie)).status).toBe(200);
  });

  test('with a code or a ticket that was used, also by another process', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    office.idp.person = knownAs(user.email);
    const { url, cookie } = await office.begin();
    const back = await office.idp.visit(url);
    const replica = await auth.replica();
    const elsewhere = back.replace(auth.service.url, replica.url);
    const ticket = await office.comeBack(elsewhere, cookie);
    const replayed = await office.comeBack(back, cookie);
    expect(await refusalOf(office.finish(replayed, cookie))).toEqual([401, 'wrong_credentials', tooLate]);
    const [first, second] = await Promise.all([office.finish(ticket, cookie), office.finish(ticket, cookie)]);
    expect([first.status, second.status].sort()).toEqual([200, 401]);
    expect((await office.finish(ticket, cookie)).refusal.message).toBe(tooLate);
  });

  test('after ten minutes at the provider, or a minute on the way back', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    office.idp.person = knownAs(user.email);
    const slow = await office.begin();
    await auth.advance(10 * 60_000);
    const late = await office.comeBack(await office.idp.visit(slow.url), slow.cookie);
    expect(await refusalOf(office.finish(late, slow.cookie))).toEqual([401, 'wrong_credentials', tooLate]);
    const { url, cookie } = await office.begin();
    const ticket = await office.comeBack(await office.idp.visit(url), cookie);
    await auth.advance(60_000);
    expect(await refusalOf(office.finish(ticket, cookie))).toEqual([401, 'wrong_credentials', tooLate]);
  });

  test('with the code or the issuer of another provider', async () => {
    office = await setUpProvider(auth);
    const other = await setUpProvider(auth, { label: 'Another office' });
    const { user } = await auth.newUser();
    office.idp.person = knownAs(user.email);
    other.idp.person = knownAs(user.email);
    const mine = await office.begin();
    const theirs = await other.begin(mine.cookie);
    const code = (url: string) => new URL(url).searchParams.get('code') ?? '';
    const mineBack = await office.idp.visit(mine.url);
    const theirsBack = await other.idp.visit(theirs.url);
    for (const mixed of [
      mineBack.replace(code(mineBack), code(theirsBack)),
      theirsBack.replace(encodeURIComponent(other.idp.issuer), encodeURIComponent(office.idp.issuer)),
    ]) {
      const ticket = await office.comeBack(mixed, mine.cookie);
      expect(await refusalOf(office.finish(ticket, mine.cookie))).toEqual([
        401,
        'wrong_credentials',
        unusable,
      ]);
    }
    await other.idp.stop();
  });

  test('where the provider is down, as it begins and on the way back', async () => {
    office = await setUpProvider(auth);
    const { user } = await auth.newUser();
    office.idp.person = knownAs(user.email);
    const { url, cookie } = await office.begin();
    const back = await office.idp.visit(url);
    await office.idp.stop();
    expect(await refusalOf(office.finish(await office.comeBack(back, cookie), cookie))).toEqual([
      ...[401, 'wrong_credentials', unusable],
    ]);
    await auth.advance(11 * 60_000);
    const begun = await auth.stranger.call(beginSingleSignOn, { params: { id: office.record.id } });
    expect([begun.status, begun.refusal.code]).toEqual([502, 'upstream_failed']);
    expect((await auth.stranger.call(signIn, { body: { email: user.email, password } })).status).toBe(200);
    office = { ...office, idp: { ...office.idp, stop: () => Promise.resolve() } };
  });

  test('by a provider that is switched off, deleted, or describes another issuer', async () => {
    office = await setUpProvider(auth);
    const { id } = office.record;
    const begin = () => auth.stranger.call(beginSingleSignOn, { params: { id } });
    // The same provider by another address: it says another issuer of itself.
    const issuer = office.idp.issuer.replace('127.0.0.1', 'localhost');
    expect((await office.change({ issuer, client_secret: 'another one' })).status).toBe(200);
    expect((await begin()).refusal.code).toBe('upstream_failed');
    await office.change({ active: 0 });
    expect((await begin()).status).toBe(404);
    expect((await auth.stranger.call(listSignInWays, {})).answer).toEqual({ providers: [], passwords: true });
    await auth.admin.call(identityProviders.calls.remove, { params: { id } });
    expect((await begin()).status).toBe(404);
  });
});

describe('the second factor', () => {
  const require = async () => {
    const second_factor = { agent: pacificDate(auth.clock.now()) };
    await auth.admin.call(updateSettingsFields, { body: { fields: { second_factor } } });
  };

  test('is asked for as after a password where the provider’s does not count', async () => {
    office = await setUpProvider(auth);
    const dana = await userWithApp(auth);
    const asked = await office.signIn(knownAs(dana.user.email, { amr: ['pwd', 'mfa'] }));
    const step = asked.refusal.sign_in_step;
    expect([asked.refusal.code, step?.methods]).toEqual(['second_step', ['totp', 'recovery']]);
    await auth.advance(30_000);
    const { answer } = await confirmWith(auth, step?.token ?? '', await codeOf(auth, dana.key));
    expect(answer.user.id).toBe(dana.user.id);
    const out = await auth.stranger.as(answer.token).call(signOut, {});
    expect(out.answer.provider_url).toContain(office.idp.issuer);
  });

  test('is not asked for again where the provider’s counts, and the session lives without one of ours', async () => {
    office = await setUpProvider(auth, { factor_values: ['mfa'] });
    const { user } = await auth.newUser();
    await require();
    const dana = knownAs(user.email);
    const without = await office.signIn({ ...dana, amr: ['pwd'] });
    expect(without.refusal).toMatchObject({ code: 'second_step', sign_in_step: { must_enroll: true } });
    const { answer } = await office.signIn({ ...dana, amr: ['pwd', 'mfa'] });
    expect(answer).toMatchObject({ status: 'success', message: `Welcome, ${user.fname}` });
    const client = auth.stranger.as(answer.token);
    expect((await client.call(verifyToken, { body: { token: answer.token } })).status).toBe(200);
    await auth.service.ctx.models.settings.updateOne({}, { $unset: { second_factor_enforced: 1 } });
    const { enforceSecondFactor } = await import('../second-step/enforce-second-factor.js');
    await enforceSecondFactor(auth.service.ctx);
    expect((await client.call(getSettings, {})).status).toBe(200);
  });
});

describe('passwords of a domain that a provider alone signs in', () => {
  test('are refused, right or wrong, with the same words for every address of it', async () => {
    office = await setUpProvider(auth, { passwords: 0 });
    const email = uniqueEmail('agent');
    const body = { role_id: 2, fname: 'Dana', lname: 'Reyes', email, password, subroles: [1] } as const;
    expect((await auth.admin.call(createAgent, { body: { ...body, subroles: [1] } })).status).toBe(200);
    const message = 'Wrong e-mail or password. Accounts of this domain use "Sign in with the office"';
    for (const [who, word] of [
      [email, password],
      [email, 'a guess'],
      ['nobody@example.com', 'a guess'],
      [adminEmail, 'a guess'],
    ] as const) {
      const refused = await auth.stranger.call(signIn, { body: { email: who, password: word } });
      expect([refused.status, refused.refusal.message]).toEqual([401, message]);
    }
    expect((await office.signIn(knownAs(email))).status).toBe(200);
    expect((await auth.stranger.call(listSignInWays, {})).answer).toEqual({
      providers: [{ id: office.record.id, label: 'Sign in with the office' }],
      passwords: false,
    });
  });

  test('an admin’s works, so that a broken provider locks nobody out', async () => {
    office = await setUpProvider(auth, { passwords: 0 });
    const admin = { email: adminEmail, password: adminPassword };
    expect((await auth.stranger.call(signIn, { body: admin })).status).toBe(200);
  });

  test('are taken of other domains', async () => {
    office = await setUpProvider(auth, { passwords: 0, domains: ['example.net'] });
    expect((await auth.newUser()).user.id).toBeDefined();
  });
});

describe('what an admin enters of a provider', () => {
  const { list, create } = identityProviders.calls;

  test('is kept without ever answering the secret, which is sealed in the store', async () => {
    office = await setUpProvider(auth);
    const { client_secret, issuer } = office.idp;
    const listed = await auth.admin.call(list, { query: {} });
    expect(listed.answer).toEqual([office.record]);
    expect(JSON.stringify(listed.body)).not.toContain(client_secret);
    const stored = await auth.service.ctx.models.identityProviders.findOne({ issuer }).lean();
    expect(JSON.stringify(stored)).not.toContain(client_secret);
    expect(stored?.client_secret).toMatchObject({ kid: 'e1' });
    const entries = await auth.admin.call(listAuditEntries, {
      params: { service: 'auth' },
      query: { action: 'identity-provider.created' },
    });
    expect(entries.answer[0]?.changes).toContainEqual({ field: 'client_secret' });
    expect(JSON.stringify(entries.body)).not.toContain(client_secret);
  });

  test('keeps its secret where a change leaves it empty, but not for another issuer', async () => {
    office = await setUpProvider(auth);
    expect((await office.change({ label: 'The office' })).status).toBe(200);
    const { user } = await auth.newUser();
    expect((await office.signIn(knownAs(user.email))).status).toBe(200);
    const moved = await office.change({ issuer: 'https://elsewhere.example.org' });
    expect([moved.status, wrongFields(moved)]).toEqual([422, ['client_secret']]);
  });

  test('is refused with an issuer inside other networks, without a domain, or with one that is none', async () => {
    office = await setUpProvider(auth);
    const body = {
      ...{ label: 'Inside', client_id: 'a', domains: ['example.com'], role_claim: '', roles: [] },
      ...{ factor_values: [], passwords: 1 as const },
    };
    for (const issuer of ['https://169.254.169.254', 'https://10.0.0.1/idp', 'ftp://idp.example.com'])
      expect(wrongFields(await auth.admin.call(create, { body: { ...body, issuer } }))).toEqual(['issuer']);
    const issuer = 'https://idp.example.org';
    for (const domains of [[], ['no domain'], ['Example.com']]) {
      const refused = await auth.admin.call(create, { body: { ...body, issuer, domains } });
      expect([refused.status, wrongFields(refused)[0]?.startsWith('domains')]).toEqual([422, true]);
    }
  });

  test('is for admins alone', async () => {
    office = await setUpProvider(auth);
    const agent = await auth.newUser();
    expect((await agent.client.call(list, { query: {} })).refusal.code).toBe('forbidden');
    expect((await auth.stranger.call(list, { query: {} })).refusal.code).toBe('session_ended');
  });
});
