import { z } from 'zod';
import { textLength, textTooLong } from '../codes/message-lengths.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { awayReason } from '../entities/agent-state.js';
import { exampleUser, user } from '../entities/user.js';
import { outcome } from '../errors.js';
import { flag, id } from '../ids.js';
import { onceRight } from '../once-right.js';
import { password, provenPassword } from '../password.js';
import { optionalPhone } from '../phone.js';

const userId = exampleUser.id;
const saved = { status: 'success', message: 'Saved' } as const;

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

export const accountEndpoints = [getUserStatus, changeUserStatus, updateUser, setActive, changePassword];
