import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleUser } from '../entities/user.js';
import { id, instant } from '../ids.js';

/** What SCIM 2.0 (RFC 7643 and 7644) calls its resources and messages. */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** Rows of a page of SCIM at most. */
export const maxScimPage = 200;

const schemas = z.array(z.string()).max(20);
const text = z.string().max(500);

/** A boolean as providers send it: Entra ID writes it as a word. */
export const scimBoolean = z.union([z.boolean(), z.string().regex(/^(true|false)$/i)]);

/** A person as a provider sends them; attributes that we do not keep are left out. */
export const scimUserInput = z.object({
  userName: z.string().trim().min(1).max(254),
  externalId: text.optional(),
  name: z.object({ givenName: text.optional(), familyName: text.optional() }).optional(),
  displayName: text.optional(),
  active: scimBoolean.optional(),
});
export type ScimUserInput = z.infer<typeof scimUserInput>;

const meta = z.object({
  resourceType: z.string(),
  created: instant.optional(),
  lastModified: instant.optional(),
  location: z.string(),
});
const member = z.object({ value: z.string(), display: z.string().optional() });

/** A person as we answer them. */
export const scimUser = z.object({
  schemas,
  id,
  externalId: z.string().optional(),
  userName: z.string(),
  name: z.object({ givenName: z.string(), familyName: z.string(), formatted: z.string() }),
  displayName: z.string(),
  emails: z.array(z.object({ value: z.string(), type: z.literal('work'), primary: z.literal(true) })),
  active: z.boolean(),
  groups: z.array(member),
  meta,
});
export type ScimUser = z.infer<typeof scimUser>;

/** A group, which gives a role; its members are left out where that is asked for. */
export const scimGroup = z.object({
  schemas,
  id: z.string(),
  displayName: z.string(),
  members: z.array(member).optional(),
  meta,
});
export type ScimGroup = z.infer<typeof scimGroup>;

const listOf = <R extends z.ZodType>(resource: R) =>
  z.object({
    schemas,
    totalResults: z.int().min(0),
    startIndex: z.int().min(1),
    itemsPerPage: z.int().min(0),
    Resources: z.array(resource),
  });

/** Changes of one resource, in their order. */
export const scimPatch = z.object({
  schemas: schemas.optional(),
  Operations: z
    .array(z.object({ op: z.string().max(20), path: text.optional(), value: z.unknown().optional() }))
    .min(1)
    .max(1_000),
});
export type ScimPatch = z.infer<typeof scimPatch>;

/** What an error of SCIM says. */
export const scimError = z.object({
  schemas,
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
});

const listQuery = z.object({
  filter: z.string().max(1_000).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  excludedAttributes: z.string().max(500).optional(),
});

const common = { service: 'auth', access: 'public', given: false } as const;
const origin = 'https://call-centre.example.com/scim/v2';
const groupId = 'U2FsZXMgYWdlbnRz';
const exampleInput = {
  userName: exampleUser.email,
  externalId: '00u4fq1xk9',
  name: { givenName: exampleUser.fname, familyName: exampleUser.lname },
  active: true,
};
const exampleScimUser = {
  schemas: [scimSchemas.user],
  id: exampleUser.id,
  externalId: '00u4fq1xk9',
  userName: exampleUser.email,
  name: { givenName: exampleUser.fname, familyName: exampleUser.lname, formatted: exampleUser.fullname },
  displayName: exampleUser.fullname,
  emails: [{ value: exampleUser.email, type: 'work', primary: true }],
  active: true,
  groups: [{ value: groupId, display: 'Sales agents' }],
  meta: { resourceType: 'User', location: `${origin}/Users/${exampleUser.id}` },
} satisfies ScimUser;
const exampleGroup = {
  schemas: [scimSchemas.group],
  id: groupId,
  displayName: 'Sales agents',
  members: [{ value: exampleUser.id, display: exampleUser.fullname }],
  meta: { resourceType: 'Group', location: `${origin}/Groups/${groupId}` },
} satisfies ScimGroup;
const pageOf = <R>(resource: R) => ({
  ...{ schemas: [scimSchemas.list], totalResults: 1, startIndex: 1, itemsPerPage: 1 },
  Resources: [resource],
});
const userId = { id: exampleUser.id };
const described = z.looseObject({ schemas });

export const getScimConfig = defineEndpoint({
  ...common,
  name: 'getScimConfig',
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  audit: 'none',
  summary:
    'What of SCIM 2.0 is supported. All calls below /scim/v2 ask for the token of an identity provider.',
  answer: described,
  example: { answer: { schemas: [scimSchemas.config], patch: { supported: true } } },
});

export const listScimResourceTypes = defineEndpoint({
  ...common,
  name: 'listScimResourceTypes',
  method: 'GET',
  path: '/scim/v2/ResourceTypes',
  audit: 'none',
  summary: 'The resources of SCIM: users and groups.',
  answer: listOf(described),
  example: { answer: pageOf({ schemas: [scimSchemas.resourceType], id: 'User' }) },
});

export const listScimSchemas = defineEndpoint({
  ...common,
  name: 'listScimSchemas',
  method: 'GET',
  path: '/scim/v2/Schemas',
  audit: 'none',
  summary: 'The attributes of users and groups.',
  answer: listOf(described),
  example: { answer: pageOf({ schemas: [scimSchemas.schema], id: scimSchemas.user }) },
});

export const listScimUsers = defineEndpoint({
  ...common,
  name: 'listScimUsers',
  method: 'GET',
  path: '/scim/v2/Users',
  audit: { action: 'users.listed' },
  summary: `The accounts of the provider's domains, ${String(maxScimPage)} at a time. Filters: userName eq "…", externalId eq "…".`,
  query: listQuery,
  answer: listOf(scimUser),
  example: { query: { filter: `userName eq "${exampleUser.email}"` }, answer: pageOf(exampleScimUser) },
});

export const getScimUser = defineEndpoint({
  ...common,
  name: 'getScimUser',
  method: 'GET',
  path: '/scim/v2/Users/{id}',
  audit: { action: 'user.read', subject: 'user/{params.id}' },
  summary: 'One account.',
  params: z.object({ id }),
  answer: scimUser,
  example: { params: userId, answer: exampleScimUser },
});

export const createScimUser = defineEndpoint({
  ...common,
  name: 'createScimUser',
  method: 'POST',
  path: '/scim/v2/Users',
  audit: { action: 'user.created', subject: 'user/{answer.id}' },
  summary: 'Makes an account, which may sign in once a group gives it a role. A user name in use: 409.',
  body: scimUserInput,
  answer: scimUser,
  example: { body: exampleInput, answer: exampleScimUser },
});

export const replaceScimUser = defineEndpoint({
  ...common,
  name: 'replaceScimUser',
  method: 'PUT',
  path: '/scim/v2/Users/{id}',
  audit: { action: 'user.updated', subject: 'user/{params.id}' },
  summary: 'Replaces what SCIM keeps of an account. Deactivated, it is banned and its sessions end.',
  params: z.object({ id }),
  body: scimUserInput,
  answer: scimUser,
  example: { params: userId, body: exampleInput, answer: exampleScimUser },
});

export const patchScimUser = defineEndpoint({
  ...common,
  name: 'patchScimUser',
  method: 'PATCH',
  path: '/scim/v2/Users/{id}',
  audit: { action: 'user.updated', subject: 'user/{params.id}' },
  summary: 'Changes attributes of an account. The last admin cannot be deactivated: 409.',
  params: z.object({ id }),
  body: scimPatch,
  answer: scimUser,
  example: {
    params: userId,
    body: { schemas: [scimSchemas.patch], Operations: [{ op: 'replace', path: 'active', value: false }] },
    answer: { ...exampleScimUser, active: false },
  },
});

export const deleteScimUser = defineEndpoint({
  ...common,
  name: 'deleteScimUser',
  method: 'DELETE',
  path: '/scim/v2/Users/{id}',
  audit: { action: 'user.updated', subject: 'user/{params.id}' },
  summary:
    'Bans an account and ends its sessions; it is not found by SCIM any more, and its work stays. Answers 204.',
  params: z.object({ id }),
  answer: z.null(),
  example: { params: userId, answer: null },
});

export const listScimGroups = defineEndpoint({
  ...common,
  name: 'listScimGroups',
  method: 'GET',
  path: '/scim/v2/Groups',
  audit: 'none',
  summary: 'The groups that give a role, as the provider’s table has them. Filter: displayName eq "…".',
  query: listQuery,
  answer: listOf(scimGroup),
  example: { query: {}, answer: pageOf(exampleGroup) },
});

export const getScimGroup = defineEndpoint({
  ...common,
  name: 'getScimGroup',
  method: 'GET',
  path: '/scim/v2/Groups/{id}',
  audit: 'none',
  summary: 'One group with its members.',
  params: z.object({ id: z.string().min(1).max(400) }),
  query: listQuery,
  answer: scimGroup,
  example: { params: { id: groupId }, query: {}, answer: exampleGroup },
});

export const patchScimGroup = defineEndpoint({
  ...common,
  name: 'patchScimGroup',
  method: 'PATCH',
  path: '/scim/v2/Groups/{id}',
  audit: { action: 'user.updated' },
  summary: 'Adds, removes or replaces members of a group: their roles follow. Answers 204.',
  params: z.object({ id: z.string().min(1).max(400) }),
  body: scimPatch,
  answer: z.null(),
  example: {
    params: { id: groupId },
    body: {
      schemas: [scimSchemas.patch],
      Operations: [{ op: 'add', path: 'members', value: [{ value: exampleUser.id }] }],
    },
    answer: null,
  },
});

/** Joining and leaving by SCIM 2.0. */
export const scimEndpoints = [
  getScimConfig,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  getScimUser,
  createScimUser,
  replaceScimUser,
  patchScimUser,
  deleteScimUser,
  listScimGroups,
  getScimGroup,
  patchScimGroup,
];
