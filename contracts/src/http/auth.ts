import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { email, exampleUser, user } from '../entities/user.js';
import { outcome } from '../errors.js';
import { flag, id, instant } from '../ids.js';

const userId = exampleUser.id;
const token = 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln';
const saved = { status: 'success', message: 'Saved' } as const;

export const signIn = defineEndpoint({
  name: 'signIn',
  method: 'POST',
  path: '/api/auth/signin',
  service: 'auth',
  access: 'public',
  given: true,
  audit: { action: 'session.started', subject: 'account/{body.email}' },
  summary:
    'Signs in by e-mail and password. Unknown e-mail, wrong password and banned user get the same 401. Where a second factor is set up or required, the right password gets 401 `second_step`, with the token of the second step.',
  body: z.object({
    email: email.min(1, 'E-mail is required'),
    password: z.string().min(1, 'This field is required').max(200),
  }),
  answer: outcome.extend({ token: z.string(), user }),
  example: {
    body: { email: 'dana@example.com', password: 'demo-demo-1' },
    answer: { token, user: exampleUser, status: 'success', message: 'Welcome, Dana' },
  },
});

export const verifyToken = defineEndpoint({
  name: 'verifyToken',
  method: 'POST',
  path: '/api/auth/verify',
  service: 'auth',
  access: 'public',
  given: true,
  audit: 'none',
  summary:
    'Returns the user of a valid token, with a new token once the old one is past half of its lifetime. Otherwise 403.',
  body: z.object({ token: z.string().min(1).max(4000) }),
  answer: z.object({ user, token: z.string().optional() }),
  example: { body: { token }, answer: { user: exampleUser } },
});

export const signOut = defineEndpoint({
  name: 'signOut',
  method: 'POST',
  path: '/api/auth/signout',
  service: 'auth',
  access: 'signed-in',
  given: true,
  audit: { action: 'session.ended' },
  summary:
    'Ends the session with every token renewed in it; online, active, in_call and AD_status become 0. With a token of before there were sessions, ends all of the user. Of a session that an identity provider began, the answer has the address at which the browser signs out there as well, where the provider has one.',
  answer: outcome.extend({ provider_url: z.url().optional() }),
  example: { answer: { status: 'success', message: 'Signed out' } },
});

export const countOnlineAgents = defineEndpoint({
  name: 'countOnlineAgents',
  method: 'GET',
  path: '/api/agents/online',
  service: 'auth',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The number of online agents.',
  answer: z.object({ agents: z.int().min(0) }),
  example: { answer: { agents: 12 } },
});

/** Sockets per user of one gateway; a gateway silent for 15 s counts as gone (settled: Presence and holds). */
export const reportSockets = defineEndpoint({
  name: 'reportSockets',
  method: 'POST',
  path: '/internal/presence',
  service: 'auth',
  access: 'internal',
  callers: ['gateway'],
  given: false,
  summary: "Reports a gateway's users and the number of sockets of each, every 5 s and on change.",
  body: z.object({ gateway: z.string().min(1), users: z.record(id, z.int().min(0)) }),
  answer: outcome,
  example: { body: { gateway: 'gateway-1', users: { [userId]: 2 } }, answer: saved },
});

export const switchDiallerOff = defineEndpoint({
  name: 'switchDiallerOff',
  method: 'POST',
  path: '/internal/users/dialler-off',
  service: 'auth',
  access: 'internal',
  callers: ['telephony'],
  given: false,
  summary: "Switches a guide's dialler off on the server's initiative. AD_status becomes 0.",
  body: z.object({ user_id: id }),
  answer: z.object({ status: flag }),
  example: { body: { user_id: userId }, answer: { status: 0 } },
});

/**
 * What ends sessions: a user's session version, and single tokens signed out before their time. `kept` are the tokens
 * that live on below their user's version: those that changed the password or ended all others. `ended` are sessions that
 * ended by themselves, with every token of them; `exp` is when the last of these expires.
 */
export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/internal/sessions',
  service: 'auth',
  access: 'internal',
  callers: ['leads', 'telephony', 'messaging', 'followups', 'stats', 'gateway'],
  given: false,
  summary:
    'Session versions of all users, and revoked tokens and ended sessions that have not expired; with `since`, only changes after it. `at` is the next `since`; a response without it is complete.',
  query: z.object({ since: instant.optional() }),
  answer: z.object({
    at: instant.optional(),
    versions: z.record(id, z.int()),
    revoked: z.array(z.object({ jti: z.string(), exp: z.int() })),
    ended: z.array(z.object({ sid: z.string(), exp: z.int() })).default([]),
    kept: z.array(z.object({ user_id: id, jti: z.string(), exp: z.int() })).default([]),
  }),
  example: {
    query: {},
    answer: { at: '2026-11-20T17:41:00.000Z', versions: { [userId]: 1 }, revoked: [], ended: [], kept: [] },
  },
});

export const snapshotUsers = defineEndpoint({
  name: 'snapshotUsers',
  method: 'GET',
  path: '/internal/snapshot/users',
  service: 'auth',
  access: 'internal',
  callers: ['leads', 'telephony', 'messaging', 'followups', 'stats'],
  given: false,
  summary: 'Snapshot of all users to build a projection, paged by id, up to 500 per page.',
  query: z.object({ after: id.optional() }),
  answer: z.object({ users: z.array(user), next: id.nullable() }),
  example: { query: {}, answer: { users: [exampleUser], next: null } },
});

export const authEndpoints = [
  signIn,
  verifyToken,
  signOut,
  countOnlineAgents,
  reportSockets,
  switchDiallerOff,
  listSessions,
  snapshotUsers,
];
