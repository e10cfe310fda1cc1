import { z } from 'zod';
import { subroleId, subroles } from '../codes/roles.js';
import { states } from '../codes/states.js';
import { flag } from '../fields/choice-kinds.js';
import { email, phoneOrEmpty, text } from '../fields/text-kinds.js';
import { password, secret, writeOnly } from '../fields/secret-kinds.js';
import { choices, numberedChoices } from '../fields/several-kinds.js';
import { password as passwordText } from '../password.js';
import { defineResource } from './define-resource.js';

/** What is said of an input that must be filled, in the specification's word. */
const none = 'Required.';

const name = { section: 'person', max: 100, required: true, none } as const;
const mailbox = { section: 'mailbox' } as const;

/** What an account is called and reached by, and how it is signed in with (rule A10). */
const person = {
  fname: text({ ...name, label: 'First name', example: 'Dana' }),
  lname: text({ ...name, label: 'Last name', example: 'Reyes-Whitfield' }),
  fullname: text({ label: 'Name', max: 201, writable: 'never', example: 'Dana Reyes-Whitfield' }),
  email: email({
    label: 'Email',
    section: 'person',
    required: true,
    none,
    wrong: 'Invalid Email address',
    example: 'dana@example.com',
  }),
  phone: phoneOrEmpty({ label: 'Phone', section: 'person', example: '+12145550100' }),
  password: password({
    label: 'Password',
    help: 'At least 12 characters',
    section: 'signIn',
    of: passwordText,
    again: { label: 'Re-enter password', differs: 'Password must be the same' },
    none,
    example: 'k2Vw9tQpZr4m',
  }),
  subroles: numberedChoices({
    label: 'Sub-roles',
    section: 'work',
    of: subroles.map(({ id, title }) => ({ id, name: title })),
    each: subroleId,
    example: [1],
  }),
};

/** States belong to agents alone (rule A3). */
const licences = {
  states: choices({
    label: 'States',
    help: 'Where they are licensed',
    section: 'work',
    of: states.map(({ code, name: title }) => ({ id: code, name: title })),
    example: ['CA', 'TX'],
  }),
};

/** What calls and e-mails go out by, and what an admin switches later. */
const work = {
  twilio_phone: phoneOrEmpty({ label: 'Twilio phone', section: 'work', example: '+12145550101' }),
  clientId: writeOnly(text({ ...mailbox, label: 'Client ID', max: 500, example: '7214.apps.example.com' })),
  clientSecret: secret({ ...mailbox, label: 'Client secret', max: 500, example: 'GOCSPX-4f' }),
  refreshToken: secret({ ...mailbox, label: 'Refresh token', max: 2000, example: '1//0gR' }),
  accessToken: secret({ ...mailbox, label: 'Access token', max: 4000, example: 'ya29.a0A' }),
  not_assign: flag({
    label: 'Excluded from automatic assignment',
    short: 'Excluded',
    section: 'switches',
    writable: 'change',
    initially: 0,
    example: 0,
  }),
  banned: flag({
    label: 'Banned: may not sign in',
    short: 'Banned',
    section: 'switches',
    writable: 'change',
    initially: 0,
    example: 0,
  }),
};

/** What the store keeps of an account, whoever's it is. */
export const accountFields = { ...person, ...licences, ...work };

/** Whether credentials of a mailbox are there; nobody reads them back. */
const kept = { mailbox: flag({ label: 'Mailbox', writable: 'never', initially: 0, example: 0 }) };

/** What agents and guides have alike. */
const common = {
  service: 'auth',
  callsAs: 'rest',
  sections: { person: 'Person', signIn: 'Sign-in', work: 'Work', mailbox: 'Mailbox', switches: '' },
  rights: { read: 'admin', create: 'admin', change: 'admin' },
  sort: ['fullname', 'ASC'],
  search: ['fullname', 'email'],
  unique: { email: 'This email is already in use' },
  says: { changed: 'Saved' },
} as const;

/**
 * Agents, as admins keep them: accounts of role 2. Whoever is banned or leaves stays, so nothing deletes one. The
 * specification's own calls are in `http/auth.ts`, on the same use cases.
 */
export const agents = defineResource({
  ...common,
  name: 'agents',
  one: 'agent',
  many: 'agents',
  fields: { ...accountFields, ...kept },
  filters: ['states', 'subroles', 'banned'],
});
export type Agent = z.infer<typeof agents.record>;

/** Guides: accounts of role 3, who have no states. */
export const guides = defineResource({
  ...common,
  name: 'guides',
  one: 'guide',
  many: 'guides',
  fields: { ...person, ...work, ...kept },
  filters: ['subroles', 'banned'],
});
export type Guide = z.infer<typeof guides.record>;

/** Credentials of the user's own mailbox, as the specification's calls have them: encrypted at rest, in no answer (rule A3). */
export const emailCredentials = z.object({
  clientId: agents.fields.clientId.wire,
  clientSecret: agents.fields.clientSecret.wire,
  refreshToken: agents.fields.refreshToken.wire,
  accessToken: agents.fields.accessToken.wire,
});
