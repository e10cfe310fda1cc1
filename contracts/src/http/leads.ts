import { restQuery } from '../endpoint/rest-query.js';
import { z } from 'zod';

import { source, sources } from '../codes/sources.js';
import { state, states } from '../codes/states.js';
import { savableStatus, status, statusCode, statuses } from '../codes/statuses.js';
import { exampleLeadRow, exampleLifeLead, lead, leadRow, rawLeadRow } from '../entities/lead.js';
import {
  changeLeadInput,
  countedFilter,
  createLeadInput,
  leadFilter,
  leadSort,
  priceMap,
} from '../entities/lead-input.js';
import {
  bulkUploadFields,
  leadImport,
  refusedRow,
  refusedRowFields,
  retriedRow,
  retriedRows,
  type LeadImport,
} from '../entities/lead-import.js';
import { typeName } from '../codes/lead-types.js';
import { outcome } from '../errors.js';
import { consentInput } from '../customers/consent.js';
import { agentChoice, flag, id, instant } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const leadId = exampleLeadRow.id;
const agentId = '66f0a1b2c3d4e5f601020304';
const saved = { status: 'success', message: 'Saved' } as const;
const ids = z.array(id).max(10_000);

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
};
/** Paging, search and sort of the lists that take them in the query; sort is `field:ASC` or `field:DESC`. */
const listQuery = z.object({
  ...page,
  search: z.string().trim().max(100).optional(),
  sort: z
    .string()
    .regex(/^\w+:(ASC|DESC)$/, 'Enter a column and direction, for example updatedAt:DESC')
    .optional(),
});

export const listStates = defineEndpoint({
  name: 'listStates',
  method: 'GET',
  path: '/api/state/get-all',
  service: 'leads',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The 50 states.',
  answer: z.object({ states: z.array(state) }),
  example: { answer: { states: states.slice(0, 2) } },
});

export const listStatuses = defineEndpoint({
  name: 'listStatuses',
  method: 'GET',
  path: '/api/status/get-all',
  service: 'leads',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The statuses of a lead with group, label and colour.',
  answer: z.object({ statuses: z.array(status) }),
  example: { answer: { statuses: statuses.slice(0, 2) } },
});

export const listSources = defineEndpoint({
  name: 'listSources',
  method: 'GET',
  path: '/api/source/get-all',
  service: 'leads',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The sources of leads.',
  answer: z.object({ sources: z.array(source) }),
  example: { answer: { sources: [...sources] } },
});

export const getLead = defineEndpoint({
  name: 'getLead',
  method: 'GET',
  path: '/api/lead/{id}',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.opened', subject: 'lead/{params.id}', fullRecord: true },
  summary:
    "One lead. Another agent's is 404; one held by another user is 423 for agents and guides, an admin reads it with busy set.",
  params: z.object({ id }),
  answer: z.object({ lead }),
  example: { params: { id: leadId }, answer: { lead: exampleLifeLead } },
});

export const filterLeads = defineEndpoint({
  name: 'filterLeads',
  method: 'POST',
  path: '/api/lead/filter',
  service: 'leads',
  access: 'admin|agent',
  given: true,
  audit: { action: 'leads.listed', reads: true, lists: 'answer.leads[].id' },
  summary: 'A page of leads. For agents, the agent filter is always their own id.',
  body: z.object({ params: leadFilter, ...page, sort: leadSort.optional() }),
  answer: z.object({ leads: z.array(leadRow), totalCount: z.int() }),
  example: {
    body: { params: { type: 2, source: 1, status: ['followUp'] }, limit: 10, page: 1 },
    answer: { leads: [exampleLeadRow], totalCount: 1 },
  },
});

export const listLeadsOfUser = defineEndpoint({
  name: 'listLeadsOfUser',
  method: 'GET',
  path: '/api/lead/all/{type}/{userId}',
  service: 'leads',
  access: 'self',
  given: true,
  audit: { action: 'leads.listed', subject: 'user/{params.userId}', lists: 'answer.leads[].id' },
  summary: "A user's leads of a type, last changed first, at most 1,000.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ type: typeName, userId: id }),
  answer: z.object({ leads: z.array(leadRow) }),
  example: { params: { type: 'life', userId: agentId }, answer: { leads: [exampleLeadRow] } },
});

export const listLeadsOfSource = defineEndpoint({
  name: 'listLeadsOfSource',
  method: 'GET',
  path: '/api/lead/all/{source}',
  service: 'leads',
  access: 'admin',
  given: true,
  audit: { action: 'leads.listed', lists: 'answer.leads[].id' },
  summary: 'Leads of a source by its number, last changed first, at most 1,000.',
  params: z.object({ source: z.coerce.number().int().min(1).max(6) }),
  answer: z.object({ leads: z.array(leadRow) }),
  example: { params: { source: '1' }, answer: { leads: [exampleLeadRow] } },
});

export const listGuideLeads = defineEndpoint({
  name: 'listGuideLeads',
  method: 'GET',
  path: '/api/lead/guide/all',
  service: 'leads',
  access: 'guide',
  given: true,
  audit: { action: 'leads.listed', lists: 'answer.leads[].id' },
  summary: "The guide's own leads.",
  query: listQuery,
  answer: z.object({ leads: z.array(leadRow), totalCount: z.int() }),
  example: { query: {}, answer: { leads: [exampleLeadRow], totalCount: 1 } },
});

export const listRawLeads = defineEndpoint({
  name: 'listRawLeads',
  method: 'GET',
  path: '/api/lead/raws',
  service: 'leads',
  access: 'admin|agent',
  given: true,
  audit: { action: 'leads.listed', lists: 'answer.rawLeads[].id' },
  summary: 'Raw leads: imported or delivered and never saved by a person.',
  query: listQuery,
  answer: z.object({ rawLeads: z.array(rawLeadRow), totalCount: z.int() }),
  example: { query: {}, answer: { rawLeads: [exampleLeadRow], totalCount: 1 } },
});

export const deleteLead = defineEndpoint({
  name: 'deleteLead',
  method: 'POST',
  path: '/api/lead/delete',
  service: 'leads',
  access: 'admin',
  given: true,
  audit: { action: 'lead.deleted', subject: 'lead/{body.lead_id}' },
  summary: 'Deletes a lead.',
  body: z.object({ lead_id: id }),
  answer: outcome,
  example: { body: { lead_id: leadId }, answer: { status: 'success', message: 'Lead deleted' } },
});

export const deleteSelectedLeads = defineEndpoint({
  name: 'deleteSelectedLeads',
  method: 'POST',
  path: '/api/lead/delete-selected',
  service: 'leads',
  access: 'admin',
  given: true,
  audit: { action: 'lead.deleted', subject: 'lead/{body.leads}' },
  summary: 'Deletes the selected leads.',
  body: z.object({ leads: ids.min(1, 'Please select the leads to be able delete it!') }),
  answer: outcome,
  example: { body: { leads: [leadId] }, answer: { status: 'success', message: '1 lead deleted' } },
});

/**
 * Why a lead of a bulk assignment was left: somebody else has it open, it never stopped changing, it is gone, or the agent
 * holds no licence for it.
 */
export const leftReason = z.enum(['held', 'changing', 'not_found', 'licence']);

export const reassignLeads = defineEndpoint({
  name: 'reassignLeads',
  method: 'POST',
  path: '/api/lead/reassign',
  service: 'leads',
  access: 'admin',
  given: true,
  audit: { action: 'lead.assigned', subject: 'lead/{body.leads}' },
  summary:
    'Assigns the selected leads to an agent, or to none (0), by the same rules as a single one: leads held by other users are skipped and reported with the reason.',
  body: z.object({
    agent: agentChoice,
    leads: ids.min(1, 'Please select the leads to be able to re-assign it!'),
  }),
  answer: outcome.extend({
    /** The leads that were not assigned; missing where all were. */
    left: z.array(z.object({ lead_id: id, reason: leftReason, sentence: z.string().optional() })).optional(),
  }),
  example: {
    body: { agent: agentId, leads: [leadId] },
    answer: { status: 'success', message: '1 lead assigned to Dana Reyes-Whitfield' },
  },
});

const exampleImport: LeadImport = {
  id: '66f0a1b2c3d4e5f6010203aa',
  file: 'leads.csv',
  type: 'life',
  state: 'running',
  activity: 'importing',
  rows: 9000,
  read: 1200,
  saved: 1150,
  refused: 40,
  duplicates: 10,
  bytes: 900_000,
  bytes_done: 120_000,
  message: '',
  started_by: agentId,
  consent: null,
  cleared: false,
  rows_until: null,
  createdAt: '2026-11-20T17:00:00.000Z',
  finishedAt: null,
};
const finishedImport: LeadImport = {
  ...exampleImport,
  ...{ state: 'done', activity: null, read: 9000, saved: 8_951, refused: 39, bytes_done: 900_000 },
  ...{ rows_until: '2027-02-18T17:02:00.000Z', finishedAt: '2026-11-20T17:02:00.000Z' },
};

export const uploadBulkCsv = defineEndpoint({
  name: 'uploadBulkCsv',
  method: 'POST',
  path: '/api/lead/upload/bulk-csv',
  service: 'leads',
  access: 'admin',
  given: true,
  audit: { action: 'import.started', subject: 'import/{answer.import.id}' },
  summary:
    "Uploads a CSV file of leads and returns the import, which runs in the background and reports its progress live. The consent fields are of all rows; a row's own columns win.",
  bodyKind: 'multipart',
  body: bulkUploadFields,
  answer: outcome.extend({ import: leadImport }),
  example: {
    body: { delimiter: ',', lt: 'life' },
    answer: { status: 'info', message: 'Import started', import: exampleImport },
  },
});

export const completeLead = defineEndpoint({
  name: 'completeLead',
  method: 'PATCH',
  path: '/api/agents/{userId}/completed_lead',
  service: 'leads',
  access: 'self',
  given: true,
  audit: { action: 'work.completed', subject: 'user/{params.userId}' },
  summary: "Clears the user's uncompleted lead. If no status has been saved since the work started: 422.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id }),
  answer: outcome,
  example: { params: { userId: agentId }, answer: { status: 'success', message: 'Lead completed' } },
});

export const startWork = defineEndpoint({
  name: 'startWork',
  method: 'PATCH',
  path: '/api/agents/{userId}/start-work/{leadId}',
  service: 'leads',
  access: 'self',
  given: true,
  audit: { action: 'work.started', subject: 'lead/{params.leadId}' },
  summary:
    'Marks the lead as worked on. Another uncompleted lead: 307 without Location; held by another user: 423.',
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id, leadId: id }),
  answer: outcome,
  example: { params: { userId: agentId, leadId }, answer: { status: 'info', message: 'Work started' } },
});

// What follows are calls of our own: the resource dialect, and the doors of live events.

export const restListLeads = defineEndpoint({
  name: 'restListLeads',
  method: 'GET',
  path: '/api/rest/leads',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  audit: { action: 'leads.listed', lists: 'answer[].id' },
  summary: 'Leads as a resource; `filter` is the lead filter, ids in `filter.id` select rows.',
  query: restQuery,
  answer: z.array(leadRow),
  example: { query: { range: '[0, 9]', filter: '{"type":2}' }, answer: [exampleLeadRow] },
});

/** The leads that a search shows at most. */
export const maxFoundLeads = 8;

export const searchLeads = defineEndpoint({
  name: 'searchLeads',
  method: 'GET',
  path: '/api/rest/lead-search',
  service: 'leads',
  access: 'signed-in',
  given: false,
  audit: { action: 'leads.listed', reads: true, lists: 'answer.leads[].id' },
  summary:
    "Leads of both types by name, number or e-mail, last changed first, at most 8: all for admins, an agent's own of their sub-roles, a guide's own. A hidden number finds nothing.",
  query: z.object({ search: z.string().trim().min(1).max(100) }),
  answer: z.object({ leads: z.array(leadRow).max(maxFoundLeads) }),
  example: { query: { search: 'okafor' }, answer: { leads: [exampleLeadRow] } },
});

export const restGetLead = defineEndpoint({
  name: 'restGetLead',
  method: 'GET',
  path: '/api/rest/leads/{id}',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.opened', subject: 'lead/{params.id}', fullRecord: true },
  summary: 'One lead as a resource; the same use case as lead/{id}.',
  params: z.object({ id }),
  answer: lead,
  example: { params: { id: leadId }, answer: exampleLifeLead },
});

export const restCreateLead = defineEndpoint({
  name: 'restCreateLead',
  method: 'POST',
  path: '/api/rest/leads',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  audit: { action: 'lead.created', subject: 'lead/{answer.id}' },
  summary:
    'Creates a lead. An agent who creates it becomes its agent. Same use case as process-lead and lead.create.',
  body: createLeadInput,
  answer: outcome.extend({ id, lead }),
  example: {
    body: {
      type: 'life',
      fullname: 'Raymond Okafor',
      email: 'r.okafor@example.com',
      phone: '(214)555-0117',
      state: 'TX',
      birth_date: '1957-06-02',
      term: 'fex',
      rate_class: 'lb',
      coverage_amount: 15000,
      disability: 'Cremation',
    },
    answer: { ...saved, id: leadId, lead: exampleLifeLead },
  },
});

export const restChangeLead = defineEndpoint({
  name: 'restChangeLead',
  method: 'PUT',
  path: '/api/rest/leads/{id}',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.updated', subject: 'lead/{params.id}' },
  summary:
    'Changes a lead based on the given version. Version conflict: 409 with both values; held by another user: 423.',
  params: z.object({ id }),
  body: changeLeadInput,
  answer: outcome.extend({ id, lead }),
  example: {
    params: { id: leadId },
    body: { type: 'life', version: 4, address: '4180 Juniper Hollow Rd' },
    answer: { ...saved, id: leadId, lead: exampleLifeLead },
  },
});

export const setLeadStatus = defineEndpoint({
  name: 'setLeadStatus',
  method: 'PUT',
  path: '/api/rest/leads/{id}/status',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.status-changed', subject: 'lead/{params.id}' },
  summary: 'Saves the status; idempotent. Held by another user: 423.',
  params: z.object({ id }),
  body: z.object({ status: savableStatus }),
  answer: outcome.extend({ lead: leadRow, next: z.enum(['follow-up', 'complete']) }),
  example: {
    params: { id: leadId },
    body: { status: 'followUp' },
    answer: { status: 'success', message: 'Status saved', lead: exampleLeadRow, next: 'follow-up' },
  },
});

export const setLeadPrice = defineEndpoint({
  name: 'setLeadPrice',
  method: 'PUT',
  path: '/api/rest/leads/{id}/price',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.price-changed', subject: 'lead/{params.id}' },
  summary: 'Saves the carrier prices and the premium calculated from them.',
  params: z.object({ id }),
  body: z.object({ price: priceMap }),
  answer: outcome.extend({
    price: priceMap,
    premium_carrier: z.string().nullable(),
    premium_price: z.number().nullable(),
  }),
  example: {
    params: { id: leadId },
    body: { price: { mutual_of_omaha: 64.2 } },
    answer: {
      ...saved,
      price: { mutual_of_omaha: 64.2 },
      premium_carrier: 'Mutual of Omaha',
      premium_price: 64.2,
    },
  },
});

export const assignLead = defineEndpoint({
  name: 'assignLead',
  method: 'PUT',
  path: '/api/rest/leads/{id}/agent',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.assigned', subject: 'lead/{params.id}' },
  summary: 'Assigns one lead: admins to anyone eligible, its agent to a suitable agent or to none (0).',
  params: z.object({ id }),
  body: z.object({ agent: agentChoice }),
  answer: outcome.extend({ lead: leadRow.nullable() }),
  example: {
    params: { id: leadId },
    body: { agent: 0 },
    answer: { status: 'success', message: 'Lead unassigned', lead: exampleLeadRow },
  },
});

export const listLeadAgents = defineEndpoint({
  name: 'listLeadAgents',
  method: 'GET',
  path: '/api/rest/leads/{id}/agents',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'users.listed' },
  summary:
    "Agents the lead can be assigned to: with its type's sub-role, licensed in its state, not banned, not excluded from assignment.",
  params: z.object({ id }),
  answer: z.object({ agents: z.array(z.object({ id, fullname: z.string(), email: z.string() })) }),
  example: {
    params: { id: leadId },
    answer: { agents: [{ id: agentId, fullname: 'Dana Reyes-Whitfield', email: 'dana@example.com' }] },
  },
});

export const listAssignees = defineEndpoint({
  name: 'listAssignees',
  method: 'GET',
  path: '/api/rest/assignees',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  audit: { action: 'users.listed' },
  summary:
    'Users who can have leads, by name, with their ids for filters; agents see only themselves. Banned users keep their leads and get no new ones.',
  answer: z.array(
    z.object({
      id: agentChoice,
      fullname: z.string(),
      email: z.string(),
      role_id: z.int(),
      banned: flag.optional(),
    }),
  ),
  example: {
    answer: [{ id: 0, fullname: 'Without agent', email: '', role_id: 2 }],
  },
});

export const countLeads = defineEndpoint({
  name: 'countLeads',
  method: 'POST',
  path: '/api/rest/leads/counts',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  audit: 'none',
  summary: 'The number of leads per option of one filter, with the other filters applied.',
  body: z.object({ params: leadFilter, by: countedFilter }),
  answer: z.object({ counts: z.record(z.string(), z.int()) }),
  example: { body: { params: { type: 2 }, by: 'status' }, answer: { counts: { followUp: 186 } } },
});

/** Views beside one table: those that are built in, and the saved ones. */
const maxViews = 60;

export const countViews = defineEndpoint({
  name: 'countViews',
  method: 'POST',
  path: '/api/rest/leads/view-counts',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  audit: 'none',
  summary: 'The number of leads that each of several filters shows, in their order.',
  body: z.object({ views: z.array(leadFilter).max(maxViews) }),
  answer: z.object({ counts: z.array(z.int()) }),
  example: {
    body: { views: [{ type: 2 }, { type: 2, waiting: 'due' }] },
    answer: { counts: [2_314, 12] },
  },
});

export const holdLead = defineEndpoint({
  name: 'holdLead',
  method: 'PUT',
  path: '/api/rest/leads/{id}/hold',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.held', subject: 'lead/{params.id}', reads: true },
  summary:
    'Holds the lead for the user and one holder (a socket). Held by another user: 423; admins get access without the hold.',
  params: z.object({ id }),
  body: z.object({ holder: z.string().min(1).max(100) }),
  answer: outcome.extend({ held: z.boolean() }),
  example: {
    params: { id: leadId },
    body: { holder: 'gateway-1:kx3' },
    answer: { status: 'info', message: 'Please remember to change the status', held: true },
  },
});

export const releaseLead = defineEndpoint({
  name: 'releaseLead',
  method: 'DELETE',
  path: '/api/rest/leads/{id}/hold/{holder}',
  service: 'leads',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary: "Releases the user's own hold; idempotent.",
  params: z.object({ id, holder: z.string().min(1).max(100) }),
  answer: outcome,
  example: {
    params: { id: leadId, holder: 'gateway-1:kx3' },
    answer: { status: 'success', message: 'Released' },
  },
});

const heldBy = z.object({ lead_id: id, user_id: id, holder: z.string().max(100) });

export const renewHolds = defineEndpoint({
  name: 'renewHolds',
  method: 'POST',
  path: '/internal/holds/renew',
  service: 'leads',
  access: 'internal',
  callers: ['gateway'],
  given: false,
  summary: "Renews the 30 s leases of a gateway's live sockets; returns those lost meanwhile.",
  body: z.object({ holds: z.array(heldBy).max(50_000) }),
  answer: z.object({ lost: z.array(heldBy) }),
  example: {
    body: { holds: [{ lead_id: leadId, user_id: agentId, holder: 'gateway-1:kx3' }] },
    answer: { lost: [] },
  },
});

export const releaseHolders = defineEndpoint({
  name: 'releaseHolders',
  method: 'POST',
  path: '/internal/holds/release',
  service: 'leads',
  access: 'internal',
  callers: ['gateway'],
  given: false,
  summary: 'Releases holds whose sockets closed.',
  body: z.object({ holds: z.array(heldBy).max(50_000) }),
  answer: z.object({ released: z.int() }),
  example: { body: { holds: [] }, answer: { released: 0 } },
});

export const leadAccess = defineEndpoint({
  name: 'leadAccess',
  method: 'GET',
  path: '/internal/leads/{id}/access',
  service: 'leads',
  access: 'internal',
  callers: ['telephony', 'messaging', 'followups'],
  given: false,
  summary: 'What other services need to decide access to a lead.',
  params: z.object({ id }),
  answer: z.object({
    lead_id: id,
    type_id: z.int(),
    status: statusCode,
    user_id: agentChoice,
    phones: z.array(z.string()),
    version: z.int(),
    /** Whom a call of theirs bound it to for the moment: they may work it too. */
    bound_to: id.optional(),
  }),
  example: {
    params: { id: leadId },
    answer: {
      lead_id: leadId,
      type_id: 2,
      status: 'newLead',
      user_id: 0,
      phones: ['+12145550117'],
      version: 4,
    },
  },
});

export const leadRows = defineEndpoint({
  name: 'leadRows',
  method: 'POST',
  path: '/internal/leads/rows',
  service: 'leads',
  access: 'internal',
  callers: ['messaging', 'followups'],
  given: false,
  summary: 'List rows of leads, for live events to browsers; unknown ids are omitted.',
  body: z.object({ ids: z.array(id).max(500) }),
  answer: z.object({ leads: z.array(leadRow) }),
  example: { body: { ids: [leadId] }, answer: { leads: [exampleLeadRow] } },
});

export const migrateLeads = defineEndpoint({
  name: 'migrateLeads',
  method: 'POST',
  path: '/internal/leads/migration',
  service: 'leads',
  access: 'internal',
  callers: ['seed'],
  given: false,
  summary:
    'Migrates leads with their history: status, agent, prices and times of the previous system. No notifications, no automatic assignment; external_id makes it idempotent.',
  body: z.object({
    leads: z
      .array(
        z.object({
          external_id: z.string().min(1).max(200),
          lead: createLeadInput,
          status: statusCode,
          agent: agentChoice,
          price: priceMap,
          empty: flag,
          AD_status: z.int().min(1).max(5).nullable(),
          created_at: instant,
          changed_at: instant,
          /** What is known of the person's consent. */
          consent: consentInput.optional(),
        }),
      )
      .max(500),
  }),
  answer: z.object({ saved: z.int(), known: z.int() }),
  example: {
    body: {
      leads: [
        {
          external_id: 'old-crm:8812',
          lead: {
            type: 'life',
            source: 'own',
            fullname: 'Raymond Okafor',
            email: 'r.okafor@example.com',
            phone: '+12145550117',
            state: 'TX',
            birth_date: '1957-06-02',
          },
          status: 'followUp',
          agent: agentId,
          price: { mutual_of_omaha: 64.2 },
          empty: 0,
          AD_status: null,
          created_at: '2026-11-14T18:02:11.000Z',
          changed_at: '2026-11-20T17:38:00.000Z',
        },
      ],
    },
    answer: { saved: 1, known: 0 },
  },
});

export const listImports = defineEndpoint({
  name: 'listImports',
  method: 'GET',
  path: '/api/rest/imports',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'imports.listed' },
  summary:
    'Imports, newest first. Filters: `{"cleared":false}`, what the asker has not cleared; `{"earlier_than":"<instant>"}`, what they have cleared or what began before.',
  query: restQuery,
  answer: z.array(leadImport),
  example: { query: {}, answer: [exampleImport] },
});

export const getImport = defineEndpoint({
  name: 'getImport',
  method: 'GET',
  path: '/api/rest/imports/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.read', subject: 'import/{params.id}' },
  summary: 'One import with its progress.',
  params: z.object({ id }),
  answer: leadImport,
  example: { params: { id: exampleImport.id }, answer: exampleImport },
});

export const listRefusedRows = defineEndpoint({
  name: 'listRefusedRows',
  method: 'GET',
  path: '/api/rest/imports/{id}/refused',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.refused-rows-listed', subject: 'import/{params.id}' },
  summary: 'Rejected rows of an import by line, each with its fields and their errors.',
  params: z.object({ id }),
  query: z.object(page),
  answer: z.object({ rows: z.array(refusedRowFields), totalCount: z.int() }),
  example: {
    params: { id: exampleImport.id },
    query: {},
    answer: {
      rows: [
        {
          line: 17,
          reason: 'Full name is missing',
          row: ',2145550117',
          fields: { fullname: '', phone: '2145550117' },
          errors: { fullname: 'Full name is missing' },
        },
      ],
      totalCount: 1,
    },
  },
});

export const retryRefusedRows = defineEndpoint({
  name: 'retryRefusedRows',
  method: 'POST',
  path: '/api/rest/imports/{id}/refused',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.rows-retried', subject: 'import/{params.id}' },
  summary:
    'Imports rejected rows with corrected fields, exactly as the import itself would, and answers for each row. Sent again it creates nothing twice. Import still running: 409.',
  params: z.object({ id }),
  body: z.object({ rows: retriedRows }),
  answer: outcome.extend({ rows: z.array(retriedRow), import: leadImport }),
  example: {
    params: { id: exampleImport.id },
    body: { rows: [{ line: 17, fields: { fullname: 'Raymond Okafor' } }] },
    answer: {
      status: 'success',
      message: '1 row imported',
      rows: [{ line: 17, result: 'imported', reason: '', errors: {} }],
      import: finishedImport,
    },
  },
});

export const clearImports = defineEndpoint({
  name: 'clearImports',
  method: 'POST',
  path: '/api/rest/imports/clear',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'imports.cleared' },
  summary:
    "Clears finished and failed imports from the asker's latest files: those of `ids`, or all without it. They stay among the earlier ones. Still running: 409.",
  body: z.object({ ids: z.array(id).min(1).max(100).optional() }),
  answer: outcome,
  example: { body: { ids: [exampleImport.id] }, answer: { status: 'success', message: '1 file cleared' } },
});

export const downloadRefusedRows = defineEndpoint({
  name: 'downloadRefusedRows',
  method: 'GET',
  path: '/api/rest/imports/{id}/refused.csv',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'import.refused-rows-exported', subject: 'import/{params.id}' },
  summary:
    'Rejected rows of an import as CSV: line, reason, the columns that the import read, and the row as it stood. Corrected there it can be uploaded like any file. Safe to open in a spreadsheet.',
  answerKind: 'file',
  params: z.object({ id }),
  answer: z.array(refusedRow),
  example: {
    params: { id: exampleImport.id },
    answer: [{ line: 17, reason: 'Full name is missing', row: ',bad@example.com,2145550117' }],
  },
});

export const leadsEndpoints = [
  listStates,
  listStatuses,
  listSources,
  getLead,
  filterLeads,
  listLeadsOfUser,
  listLeadsOfSource,
  listGuideLeads,
  listRawLeads,
  deleteLead,
  deleteSelectedLeads,
  reassignLeads,
  uploadBulkCsv,
  completeLead,
  startWork,
  restListLeads,
  searchLeads,
  restGetLead,
  restCreateLead,
  restChangeLead,
  setLeadStatus,
  setLeadPrice,
  assignLead,
  listLeadAgents,
  listAssignees,
  countLeads,
  countViews,
  holdLead,
  releaseLead,
  renewHolds,
  releaseHolders,
  leadAccess,
  leadRows,
  migrateLeads,
  listImports,
  getImport,
  listRefusedRows,
  retryRefusedRows,
  clearImports,
  downloadRefusedRows,
];
