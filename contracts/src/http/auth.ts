import { z } from 'zod';
import { idleMinutes, sessionDays } from '../entities/session.js';
import { awayReason, wrapUpSeconds } from '../entities/agent-state.js';
import { email, exampleSettings, exampleUser, settings, user } from '../entities/user.js';
import { factorRequirement } from '../entities/factor-requirement.js';
import { password, provenPassword } from '../password.js';
import { optionalPhone } from '../phone.js';
import { textLength, textTooLong } from '../codes/message-lengths.js';
import { flag, id, instant } from '../ids.js';
import { outcome } from '../errors.js';
import { onceRight } from '../once-right.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

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

/** The statuses of a user that can be asked for and set; `AD_Status` is accepted as a spelling of `AD_status`. */
export const userStatusField = z.enum(['online', 'active', 'in_call', 'AD_status', 'AD_Status']);

export const getUserStatus = defineEndpoint({
  name: 'getUserStatus',
  method: 'POST',
  path: '/api/user/get-status',
  service: 'auth',
  access: 'self',
  given: true,
  audit: { action: 'user.presence-read', subject: 'user/{body.user_id}', reads: true, exceptOwn: true },
  summary: 'One status of a user: the value 0 or 1.',
  subject: { in: 'body', key: 'user_id' },
  body: z.object({ user_id: id, field: userStatusField }),
  answer: z.object({ status: flag }),
  example: { body: { user_id: userId, field: 'AD_Status' }, answer: { status: 1 } },
});

export const changeUserStatus = defineEndpoint({
  name: 'changeUserStatus',
  method: 'POST',
  path: '/api/user/change-status',
  service: 'auth',
  access: 'self',
  given: true,
  audit: { action: 'user.presence-changed', subject: 'user/{body.user_id}', exceptOwn: true },
  summary: 'Sets one status of a user. `status` is 0 or 1 in the body and the snackbar colour in the answer.',
  subject: { in: 'body', key: 'user_id' },
  body: z.object({ user_id: id, field: userStatusField, status: flag }),
  answer: outcome,
  example: { body: { user_id: userId, field: 'active', status: 1 }, answer: saved },
});

export const updateUser = defineEndpoint({
  name: 'updateUser',
  method: 'POST',
  path: '/api/user/update',
  service: 'auth',
  access: 'self',
  given: true,
  audit: { action: 'user.updated', subject: 'user/{body.id}' },
  summary: "Changes the user's own phone, callback text or out-of-office voicemail. Any other field: 422.",
  subject: { in: 'body', key: 'id' },
  body: z
    .strictObject({
      id,
      phone: optionalPhone.optional(),
      text_message: z.string().max(textLength, textTooLong).optional(),
      voice_mail: z.string().max(2000).optional(),
    })
    .refine(
      ({ phone, text_message, voice_mail }) =>
        [phone, text_message, voice_mail].some((value) => value !== undefined),
      { message: 'Specify the field to change', ...onceRight('phone', 'text_message', 'voice_mail') },
    ),
  answer: outcome.extend({ user }),
  example: { body: { id: userId, phone: '(214)555-0100' }, answer: { user: exampleUser, ...saved } },
});

export const setActive = defineEndpoint({
  name: 'setActive',
  method: 'PUT',
  path: '/api/user/active',
  service: 'auth',
  access: 'self',
  given: true,
  audit: { action: 'user.presence-changed', subject: 'user/{body.user_id}', exceptOwn: true },
  summary: "The agent's Online/Offline switch. Whoever goes offline may say why; going online ends it.",
  subject: { in: 'body', key: 'user_id' },
  body: z
    .object({ active: flag, user_id: id, reason: awayReason.optional() })
    .refine(({ active, reason }) => active === 0 || reason === undefined, {
      message: 'Only for going offline',
      path: ['reason'],
    }),
  answer: outcome,
  example: { body: { active: 1, user_id: userId }, answer: { status: 'success', message: 'You are online' } },
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

export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/agents/password/{userId}',
  service: 'auth',
  access: 'own',
  given: true,
  audit: { action: 'user.password-changed', subject: 'user/{params.userId}' },
  summary: "Changes the user's own password and ends their other sessions.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id }),
  body: z.object({ old_password: provenPassword, new_password: password }),
  answer: outcome,
  example: {
    params: { userId },
    body: { old_password: 'demo-demo-1', new_password: 'k2Vw9tQpZr4m' },
    answer: { status: 'success', message: 'Password changed' },
  },
});

export const getSettings = defineEndpoint({
  name: 'getSettings',
  method: 'GET',
  path: '/api/settings/get',
  service: 'auth',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The global settings.',
  answer: z.object({ settings }),
  example: { answer: { settings: exampleSettings } },
});

export const updateSettings = defineEndpoint({
  name: 'updateSettings',
  method: 'POST',
  path: '/api/settings/update',
  service: 'auth',
  access: 'admin',
  given: true,
  audit: { action: 'settings.updated', subject: 'settings' },
  summary: 'Sets automatic assignment and the default phone.',
  body: z.object({ assignment: flag, default_phone: optionalPhone }),
  answer: outcome.extend({ settings }),
  example: {
    body: { assignment: 0, default_phone: '(214)555-0199' },
    answer: { settings: exampleSettings, ...saved },
  },
});

export const updateSettingsFields = defineEndpoint({
  name: 'updateSettingsFields',
  method: 'POST',
  path: '/api/settings/update-fields',
  service: 'auth',
  access: 'admin',
  given: true,
  audit: { action: 'settings.updated', subject: 'settings' },
  summary:
    'Sets the default callback text, the one in Spanish, the default voicemail, the limit of wrap-up, whether agents see that they are supervised, how early the leads of each source come, when sessions end, or which roles need a second factor from which day on.',
  body: z.object({
    fields: z
      .strictObject({
        default_text_message: z.string().max(textLength, textTooLong).optional(),
        default_text_message_es: z.string().max(textLength, textTooLong).optional(),
        default_voice_mail: z.string().max(2000).optional(),
        wrap_up_seconds: wrapUpSeconds.optional(),
        supervision_seen: flag.optional(),
        source_weights: settings.shape.source_weights.unwrap().optional(),
        session_idle_minutes: idleMinutes.optional(),
        session_days: sessionDays.optional(),
        second_factor: factorRequirement.optional(),
      })
      .refine((fields) => Object.keys(fields).length > 0, {
        message: 'Specify the field to change',
        ...onceRight(
          'default_text_message',
          'default_text_message_es',
          'default_voice_mail',
          'wrap_up_seconds',
          'supervision_seen',
          'source_weights',
          'session_idle_minutes',
          'session_days',
          'second_factor',
        ),
      }),
  }),
  answer: outcome.extend({ settings }),
  example: {
    body: { fields: { default_text_message: 'We will call you back soon.' } },
    answer: { settings: exampleSettings, ...saved },
  },
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

export const snapshotSettings = defineEndpoint({
  name: 'snapshotSettings',
  method: 'GET',
  path: '/internal/snapshot/settings',
  service: 'auth',
  access: 'internal',
  callers: ['leads', 'telephony', 'messaging'],
  given: false,
  summary: 'Snapshot of the global settings with their version, to build a projection.',
  answer: z.object({ settings, version: z.int() }),
  example: { answer: { settings: exampleSettings, version: 3 } },
});

/** An entry of what admins did, newest first. */
export const authEndpoints = [
  signIn,
  verifyToken,
  signOut,
  getUserStatus,
  changeUserStatus,
  updateUser,
  setActive,
  countOnlineAgents,
  changePassword,
  getSettings,
  updateSettings,
  updateSettingsFields,
  reportSockets,
  switchDiallerOff,
  listSessions,
  snapshotUsers,
  snapshotSettings,
];
