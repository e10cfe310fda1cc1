import { z } from 'zod';
import { roleName, roles, roleTitles } from '../codes/roles.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { flag } from '../fields/choice-kinds.js';
import { instant } from '../fields/kept-kinds.js';
import { asItIs } from '../fields/make-field.js';
import { parts } from '../fields/parts.js';
import { secret } from '../fields/secret-kinds.js';
import { words } from '../fields/several-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineResource } from './define-resource.js';

/** Identity providers of an agency at most: each is a button of the sign-in page. */
export const maxIdentityProviders = 5;
const maxRoleRows = 50;

/** Which value of a claim, or which group, gives which role. */
export const roleRow = z.object({
  value: z.string().trim().min(1, 'Enter the group or value').max(200),
  role: roleName,
});
export type RoleRow = z.infer<typeof roleRow>;

const titleOf = (role: RoleRow['role']) => roleTitles[roles[role]];

const printable = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,200}$/;
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/**
 * Where people sign in by OpenID Connect, and where SCIM comes from (rules A45 to A53). The client secret and the token of SCIM
 * are never read back; the token is shown once.
 */
export const identityProviders = defineResource({
  name: 'identity-providers',
  service: 'auth',
  one: 'identity provider',
  many: 'identity providers',
  fields: {
    label: text({
      label: 'Text of the button',
      short: 'Button',
      max: 60,
      required: true,
      example: 'Sign in with Okta',
    }),
    issuer: text({
      label: 'Issuer',
      help: 'The address whose /.well-known/openid-configuration describes the provider',
      max: 500,
      required: true,
      pattern: { matches: /^https?:\/\/[^\s?#]+$/i, sentence: 'Enter an https address' },
      example: 'https://juniper.okta.com',
    }),
    client_id: text({ label: 'Client ID', max: 500, required: true, example: '0oa4fq1xk9ZPQ2mTb5d7' }),
    client_secret: secret({
      label: 'Client secret',
      help: 'Left empty, the stored one stays',
      max: 500,
      example: 'Wq3…',
    }),
    domains: words({
      label: 'E-mail domains',
      help: 'Accounts with an address of these domains may sign in here',
      max: 50,
      each: {
        matches: domain,
        wrong: (word) => `${word} is not a domain like example.com`,
        twice: (word) => `${word} is listed twice`,
      },
      example: ['juniper.example'],
    }),
    passwords: flag({
      label: 'Accounts of these domains may sign in with a password as well; admins always may',
      short: 'Passwords',
      initially: 1,
      example: 1,
    }),
    role_claim: text({
      label: 'Claim that gives a role',
      help: 'Its values are looked up below when an account is made; SCIM groups by their names',
      max: 200,
      example: 'groups',
    }),
    roles: parts({
      label: 'Roles',
      wire: z.array(roleRow).max(maxRoleRows),
      of: { value: 'text', role: 'text' },
      typed: { empty: [], ofWire: asItIs, toWire: asItIs },
      shown: (rows: RoleRow[]) => rows.map(({ value, role }) => `${value}: ${titleOf(role)}`).join(', '),
      example: [{ value: 'Sales agents', role: 'agent' }],
    }),
    factor_values: words({
      label: 'Values of amr or acr that count as the second factor',
      short: 'Second factor',
      help: 'Empty: the second factor is asked for here, as after a password',
      max: 20,
      each: {
        matches: printable,
        wrong: (word) => `${word} is not such a value`,
        twice: (word) => `${word} is listed twice`,
      },
      example: ['mfa'],
    }),
    active: flag({
      label: 'May be used to sign in',
      short: 'Active',
      writable: 'change',
      initially: 1,
      example: 1,
    }),
    /** The first characters of the token of SCIM in use; empty without one. */
    scim_token: text({ label: 'SCIM token', max: 20, writable: 'never', example: 'scim_4fQ1' }),
    scim_used_at: instant({ label: 'SCIM last used', example: '2026-11-20T17:38:00.000Z' }),
  },
  rights: { read: 'admin', create: 'admin', change: 'admin', remove: 'admin' },
  sort: ['label', 'ASC'],
  search: ['label', 'issuer'],
  filters: ['active'],
  unique: { label: 'This text is already on another button' },
  most: {
    count: maxIdentityProviders,
    sentence: `There can be ${String(maxIdentityProviders)} identity providers at most`,
  },
});
export type IdentityProvider = z.output<typeof identityProviders.record>;

const { id } = identityProviders.record.shape;
const params = { id: identityProviders.example.id };
const common = { service: 'auth', access: 'admin', given: false } as const;

export const renewScimToken = defineEndpoint({
  ...common,
  name: 'renewScimToken',
  method: 'POST',
  path: '/api/rest/identity-providers/{id}/scim-token',
  audit: { action: 'identity-provider.scim-token-renewed', subject: 'identity-provider/{params.id}' },
  summary: 'Issues a token for SCIM, shown once; the one of before stops working.',
  params: z.object({ id }),
  answer: identityProviders.record.extend({ token: z.string() }),
  example: { params, answer: { ...identityProviders.example, token: 'scim_4fQ1…' } },
});

export const withdrawScimToken = defineEndpoint({
  ...common,
  name: 'withdrawScimToken',
  method: 'DELETE',
  path: '/api/rest/identity-providers/{id}/scim-token',
  audit: { action: 'identity-provider.scim-token-withdrawn', subject: 'identity-provider/{params.id}' },
  summary: 'Withdraws the token for SCIM.',
  params: z.object({ id }),
  answer: identityProviders.record,
  example: { params, answer: { ...identityProviders.example, scim_token: '' } },
});
