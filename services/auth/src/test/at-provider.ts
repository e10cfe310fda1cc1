import { identityProviders, type IdentityProvider } from '@crm/contracts/resources/identity-provider.js';
import {
  beginSingleSignOn,
  finishSingleSignOn,
  singleSignOnCallback,
} from '@crm/contracts/http/single-sign-on.js';
import type { CallInput } from '@crm/platform/http/call-address.js';
import type { TestAnswer } from '@crm/platform/testing/http-client.js';
import {
  startIdentityProvider,
  type TestIdentityProvider,
  type TestPerson,
} from '@crm/platform/testing/identity-provider.js';
import type { AuthServer } from './auth-server.js';

type Change = NonNullable<CallInput<NonNullable<typeof identityProviders.calls.change>>['body']>;
type Creation = NonNullable<CallInput<NonNullable<typeof identityProviders.calls.create>>['body']>;

/** A provider of the tests that an admin has set up, and signing in at it step by step. */
export interface AtProvider {
  idp: TestIdentityProvider;
  record: IdentityProvider;
  /** Changes what an admin entered, whatever its version. */
  change(fields: Partial<Change>): Promise<TestAnswer<IdentityProvider>>;
  /** Begins in a browser without a cookie, or in one that has one. */
  begin(cookie?: string): Promise<{ url: string; cookie: string }>;
  /** Comes back from the provider, and answers the ticket. */
  comeBack(url: string, cookie: string): Promise<string>;
  finish(ticket: string, cookie: string): ReturnType<typeof finishWith>;
  /** All of it, as somebody whom the provider knows; null declines there. */
  signIn(person: TestPerson | null): ReturnType<typeof finishWith>;
}

const finishWith = (auth: AuthServer, ticket: string, cookie: string) =>
  auth.stranger.call(finishSingleSignOn, { body: { ticket } }, { cookie });

/** Starts a provider and sets it up, by what an admin enters. */
export async function setUpProvider(
  auth: AuthServer,
  { claimsIn = 'id-token', ...given }: Partial<Creation> & { claimsIn?: 'id-token' | 'userinfo' } = {},
): Promise<AtProvider> {
  const idp = await startIdentityProvider({
    redirectUris: [`${auth.service.url}${singleSignOnCallback.path}`],
    signedOutUris: [`${auth.service.url}/signin`],
    claimsIn,
  });
  const { issuer, client_id, client_secret } = idp;
  const made = await auth.admin.call(identityProviders.calls.create, {
    body: {
      label: 'Sign in with the office',
      ...{ issuer, client_id, client_secret },
      domains: ['example.com'],
      role_claim: 'groups',
      roles: [{ value: 'Sales agents', role: 'agent' }],
      factor_values: [],
      passwords: 1,
      ...given,
    },
  });
  const record = made.answer;
  const own: AtProvider = {
    ...{ idp, record },
    change: async (fields) => {
      const params = { id: record.id };
      const {
        id: _id,
        scim_token: _token,
        scim_used_at: _used,
        ...stands
      } = (await auth.admin.call(identityProviders.calls.one, { params })).answer;
      return auth.admin.call(identityProviders.calls.change, { params, body: { ...stands, ...fields } });
    },
    begin: async (cookie = '') => {
      const begun = await auth.stranger.call(
        beginSingleSignOn,
        { params: { id: record.id } },
        cookie === '' ? {} : { cookie },
      );
      const [set = ''] = begun.headers.getSetCookie();
      return { url: begun.answer.url, cookie: set.split(';')[0] ?? '' };
    },
    comeBack: async (url, cookie) => {
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      const location = answer.headers.get('location') ?? '';
      if (answer.status !== 303) throw new Error(`The callback answered ${String(answer.status)}`);
      return new URL(location, url).searchParams.get('ticket') ?? '';
    },
    finish: (ticket, cookie) => finishWith(auth, ticket, cookie),
    signIn: async (person) => {
      idp.person = person;
      const { url, cookie } = await own.begin();
      return own.finish(await own.comeBack(await idp.visit(url), cookie), cookie);
    },
  };
  return own;
}
