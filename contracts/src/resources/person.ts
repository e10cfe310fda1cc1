import { z } from 'zod';
import { agentRoles, roles, roleTitles, staffRoles, subroleId, subroles } from '../codes/roles.js';
import { states } from '../codes/states.js';
import { flag, numberedChoice, openChoice } from '../fields/choice-kinds.js';
import { email, phoneOrEmpty, text } from '../fields/text-kinds.js';
import { password, secret, writeOnly } from '../fields/secret-kinds.js';
import { choices, numberedChoices } from '../fields/several-kinds.js';
import { laterField } from '../fields/later-field.js';
import { password as passwordText } from '../password.js';
import { defineResource } from './define-resource.js';

/** What is said of an input that must be filled, in the specification's word. */
const none = 'Required.';

const name = { section: 'person', max: 100, required: true, none } as const;
const mailbox = { section: 'mailbox' } as const;

/** What an account is called and reached by, and how it is signed in with (rule A10). */
const identity = {
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
};

/** The same of whoever works leads. */
const person = {
  ...identity,
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

/** The team that somebody is in, or leads, by its id (rule A38). */
const membership = {
  team_id: laterField(
    openChoice({ label: 'Team', section: 'work', of: [], example: '66f0a1b2c3d4e5f601020b01' }),
  ),
};

/** Whether an account is locked, which an admin switches later. */
const lock = {
  banned: flag({
    label: 'Banned: may not sign in',
    short: 'Banned',
    section: 'switches',
    writable: 'change',
    initially: 0,
    example: 0,
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
  ...lock,
};

/** What the store keeps of an account, whoever's it is. */
export const accountFields = { ...person, ...licences, ...membership, ...work };

/** Whether credentials of a mailbox are there; nobody reads them back. */
const kept = { mailbox: flag({ label: 'Mailbox', writable: 'never', initially: 0, example: 0 }) };

/** What all accounts have alike. */
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

/** Whether an agent leads the team that they are in. */
const agentRole = laterField(
  numberedChoice({
    label: 'Role',
    section: 'work',
    of: agentRoles.map((id) => ({ id, name: roleTitles[id] })),
    each: z.literal(agentRoles),
    initially: roles.agent,
    example: roles.agent,
  }),
);

/**
 * Agents and team leads, as admins keep them: accounts of roles 2 and 4. Whoever is banned or leaves stays, so nothing deletes one. The
 * specification's own calls are in `http/auth.ts`, on the same use cases.
 */
export const agents = defineResource({
  ...common,
  name: 'agents',
  one: 'agent',
  many: 'agents',
  fields: { ...accountFields, role_id: agentRole, ...kept },
  filters: ['role_id', 'states', 'subroles', 'banned'],
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

const { password: signIn, ...named } = identity;

/**
 * Accounts of people who neither sell nor call: admins, and those who check or run the office (rule A35). An admin's own
 * role and the last active admin stay (rules A36 and A37).
 */
export const staff = defineResource({
  ...common,
  name: 'staff',
  one: 'staff account',
  many: 'staff accounts',
  fields: {
    ...named,
    role_id: numberedChoice({
      label: 'Role',
      section: 'work',
      of: staffRoles.map((id) => ({ id, name: roleTitles[id] })),
      each: z.literal(staffRoles),
      none,
      example: roles.admin,
    }),
    password: signIn,
    ...lock,
  },
  sections: { person: 'Person', work: 'Work', signIn: 'Sign-in', switches: '' },
  filters: ['role_id', 'banned'],
});
export type StaffAccount = z.infer<typeof staff.record>;

/** Credentials of the user's own mailbox, as the specification's calls have them: encrypted at rest, in no answer (rule A3). */
export const emailCredentials = z.object({
  clientId: agents.fields.clientId.wire,
  clientSecret: agents.fields.clientSecret.wire,
  refreshToken: agents.fields.refreshToken.wire,
  accessToken: agents.fields.accessToken.wire,
});
