import { z } from 'zod';
import { roleId, subroleId, subroles, worksAsAgent } from '../codes/roles.js';
import { stateCode } from '../codes/states.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleUser, user } from '../entities/user.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { onceRight } from '../once-right.js';
import { password, provenPassword } from '../password.js';
import { optionalPhone } from '../phone.js';
import { agents, emailCredentials } from '../resources/person.js';

const userId = exampleUser.id;
const saved = { status: 'success', message: 'Saved' } as const;

export const listAgents = defineEndpoint({
  name: 'listAgents',
  method: 'GET',
  path: '/api/agents',
  service: 'auth',
  access: 'admin',
  given: true,
  audit: { action: 'users.listed' },
  summary: 'All agents and guides.',
  answer: z.object({ agents: z.array(user) }),
  example: { answer: { agents: [exampleUser] } },
});

export const listSuitableAgents = defineEndpoint({
  name: 'listSuitableAgents',
  method: 'POST',
  path: '/api/agents/suitable',
  service: 'auth',
  access: 'admin|agent',
  given: true,
  audit: { action: 'users.listed', reads: true },
  summary: 'Agents licensed in a state, not banned and not excluded from assignment.',
  body: z.object({ state_id: stateCode }),
  answer: z.object({ agents: z.array(user) }),
  example: { body: { state_id: 'TX' }, answer: { agents: [exampleUser] } },
});

export const listSuitableAgentsForStates = defineEndpoint({
  name: 'listSuitableAgentsForStates',
  method: 'POST',
  path: '/api/agents/suitable/states',
  service: 'auth',
  access: 'admin|agent',
  given: true,
  audit: { action: 'users.listed', reads: true },
  summary: 'Agents licensed in all of the states.',
  body: z.object({ states: z.array(stateCode).max(50) }),
  answer: z.object({ agents: z.array(user) }),
  example: { body: { states: ['TX', 'CA'] }, answer: { agents: [exampleUser] } },
});

export const listSubroles = defineEndpoint({
  name: 'listSubroles',
  method: 'GET',
  path: '/api/agents/subroles',
  service: 'auth',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The sub-roles.',
  answer: z.object({ subroles: z.array(z.object({ id: subroleId, title: z.string() })) }),
  example: { answer: { subroles: [...subroles] } },
});

const account = agents.fields;

/** What an admin fills in of an agent or a guide (rule A10). */
const personFields = {
  fname: account.fname.wire,
  lname: account.lname.wire,
  email: account.email.wire,
  phone: optionalPhone.optional(),
  twilio_phone: optionalPhone.optional(),
  email_credentials: emailCredentials.partial().optional(),
  states: account.states.wire.optional(),
  subroles: account.subroles.wire.optional(),
  team_id: id.nullable().optional(),
};

const accountWith = (passwordOf: z.ZodString) =>
  z
    .object({ role_id: roleId, ...personFields, password: passwordOf })
    .refine(({ role_id, states }) => worksAsAgent(role_id) || (states ?? []).length === 0, {
      path: ['states'],
      message: 'States can be chosen for agents but not for guides',
      ...onceRight('role_id', 'states'),
    });

/** What a new account is made of, whatever its role. */
export const newAccount = accountWith(password);

const agentOrGuide = newAccount.refine(({ role_id }) => role_id === 2 || role_id === 3, {
  path: ['role_id'],
  message: 'Only agents and guides can be created here',
  ...onceRight('role_id'),
});

/** What may be changed of one; what is absent stays. */
export const accountChange = z.object({
  ...personFields,
  banned: account.banned.wire.optional(),
  not_assign: account.not_assign.wire.optional(),
  password: password.optional(),
});

/** The same of a record, whose role may be changed as well. */
export const recordChange = accountChange.extend({ role_id: roleId.optional() });

export const createAgent = defineEndpoint({
  name: 'createAgent',
  method: 'POST',
  path: '/api/agents/create',
  service: 'auth',
  access: 'admin',
  given: true,
  audit: { action: 'user.created', subject: 'user/{answer.user.id}' },
  summary: 'Creates an agent or a guide. E-mail already in use: 409.',
  body: agentOrGuide,
  answer: outcome.extend({ user }),
  example: {
    body: {
      role_id: 2,
      fname: 'Dana',
      lname: 'Reyes-Whitfield',
      email: 'dana@example.com',
      password: 'k2Vw9tQpZr4m',
      states: ['TX'],
      subroles: [1],
    },
    answer: { user: exampleUser, ...saved },
  },
});

export const updateAgent = defineEndpoint({
  name: 'updateAgent',
  method: 'PUT',
  path: '/api/agents/{id}',
  service: 'auth',
  access: 'admin',
  given: true,
  audit: { action: 'user.updated', subject: 'user/{params.id}' },
  summary: 'Changes an agent or a guide. banned = 1 ends every session and socket of the user at once.',
  params: z.object({ id }),
  body: accountChange,
  answer: outcome.extend({ user }),
  example: {
    params: { id: userId },
    body: { fname: 'Dana', lname: 'Reyes-Whitfield', email: 'dana@example.com', banned: 0, not_assign: 0 },
    answer: { user: exampleUser, ...saved },
  },
});

/** An account of another system, or of the demo: its password was set there, by that system's rules. */
export const migrateAccount = defineEndpoint({
  name: 'migrateAccount',
  method: 'POST',
  path: '/internal/users/migration',
  service: 'auth',
  access: 'internal',
  callers: ['seed'],
  given: false,
  summary:
    'Migrates an account of any role with the password it has elsewhere, which need not meet the rules of one that is set here. E-mail already in use: 409.',
  body: accountWith(provenPassword),
  answer: z.object({ user }),
  example: {
    body: {
      role_id: 2,
      fname: 'Dana',
      lname: 'Reyes-Whitfield',
      email: 'dana@example.com',
      password: 'demo-demo-1',
    },
    answer: { user: exampleUser },
  },
});

const ofUser = { params: z.object({ id }) };

/** What the mailbox of a user is opened with: handed to the service that sends e-mails and to no other. */
export const mailCredentials = defineEndpoint({
  name: 'mailCredentials',
  method: 'GET',
  path: '/internal/users/{id}/mail-credentials',
  service: 'auth',
  access: 'internal',
  callers: ['messaging'],
  given: false,
  summary: "The credentials of a user's own mailbox, or null. Only for messaging: 403 for other services.",
  ...ofUser,
  answer: z.object({ credentials: emailCredentials.nullable() }),
  example: { params: { id: userId }, answer: { credentials: null } },
});

export const saveMailToken = defineEndpoint({
  name: 'saveMailToken',
  method: 'PUT',
  path: '/internal/users/{id}/mail-token',
  service: 'auth',
  access: 'internal',
  callers: ['messaging'],
  given: false,
  summary: 'Saves a refreshed access token, unless the credentials changed meanwhile. Only for messaging.',
  ...ofUser,
  body: z.object({ refreshToken: z.string(), accessToken: z.string().min(1).max(4000) }),
  answer: z.object({ kept: z.boolean() }),
  example: {
    params: { id: userId },
    body: { refreshToken: '1//0gR', accessToken: 'ya29.a0A' },
    answer: { kept: true },
  },
});

export const teamOfLead = defineEndpoint({
  name: 'teamOfLead',
  method: 'GET',
  path: '/internal/users/{id}/team',
  service: 'auth',
  access: 'internal',
  callers: ['gateway'],
  given: false,
  summary: 'The agents whose team a user leads; none for whoever leads none.',
  ...ofUser,
  answer: z.object({ user_ids: z.array(id) }),
  example: { params: { id: userId }, answer: { user_ids: ['66f0a1b2c3d4e5f601020305'] } },
});

export const agentsEndpoints = [
  listAgents,
  listSuitableAgents,
  listSuitableAgentsForStates,
  listSubroles,
  createAgent,
  updateAgent,
  migrateAccount,
  mailCredentials,
  saveMailToken,
  teamOfLead,
];
