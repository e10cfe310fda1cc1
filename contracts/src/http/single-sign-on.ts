import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleUser, user } from '../entities/user.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

const atSignIn = { service: 'auth', access: 'public', given: false } as const;
// Written out: the sign-in page needs nothing of the definition that its records follow from.
const providerId = '66f0a1b2c3d4e5f6010204aa';

/** What stands for a sign-in that a provider has answered: for one use, in the browser in which it began. */
export const signInTicket = z.base64url().length(43);

/** What the sign-in page offers. */
export const signInWays = z.object({
  providers: z.array(z.object({ id, label: z.string() })),
  /** Whether passwords are offered at once: false where a provider alone is for everybody but admins. */
  passwords: z.boolean(),
});

export const listSignInWays = defineEndpoint({
  ...atSignIn,
  name: 'listSignInWays',
  method: 'GET',
  path: '/api/auth/signin/providers',
  audit: 'none',
  summary: 'The ways to sign in: the buttons of identity providers, and whether passwords are offered.',
  answer: signInWays,
  example: { answer: { providers: [{ id: providerId, label: 'Sign in with Okta' }], passwords: true } },
});

export const beginSingleSignOn = defineEndpoint({
  ...atSignIn,
  name: 'beginSingleSignOn',
  method: 'POST',
  path: '/api/auth/signin/providers/{id}',
  audit: 'none',
  summary:
    'Begins a sign-in at an identity provider (Authorization Code with PKCE). The browser goes to the address of the answer, within ten minutes; a cookie binds the sign-in to it. A provider that does not answer: 502.',
  params: z.object({ id }),
  answer: z.object({ url: z.url() }),
  example: {
    params: { id: providerId },
    answer: {
      url: 'https://juniper.okta.com/oauth2/v1/authorize?client_id=0oa4fq1xk9ZPQ2mTb5d7&scope=openid',
    },
  },
});

export const singleSignOnCallback = defineEndpoint({
  ...atSignIn,
  name: 'singleSignOnCallback',
  method: 'GET',
  path: '/api/auth/signin/callback',
  audit: 'none',
  summary:
    'Where an identity provider sends the browser back to: register this address there. Redirects to the sign-in page with a ticket, whatever came of it.',
  query: z.object({ state: z.string().max(200).optional() }),
  answer: z.null(),
  example: { query: { state: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ' }, answer: null },
});

export const finishSingleSignOn = defineEndpoint({
  ...atSignIn,
  name: 'finishSingleSignOn',
  method: 'POST',
  path: '/api/auth/signin/finish',
  audit: { action: 'session.started' },
  summary:
    'Ends a sign-in at an identity provider: a session as after a password, 401 `second_step` where a second factor is asked for here, or 401 with the reason why there is none.',
  body: z.object({ ticket: signInTicket }),
  answer: outcome.extend({ token: z.string(), user }),
  example: {
    body: { ticket: 'Vf3n8Q0m2sYtKc5bXh7rLw9pZd1uJ4aEgT6iNoRkMyQ' },
    answer: {
      token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
      user: exampleUser,
      status: 'success',
      message: 'Welcome, Dana',
    },
  },
});

/** Single sign-on by OpenID Connect. */
export const singleSignOnEndpoints = [
  listSignInWays,
  beginSingleSignOn,
  singleSignOnCallback,
  finishSingleSignOn,
];
