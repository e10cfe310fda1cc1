import { z } from 'zod';
import { typeName } from '../codes/lead-types.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { listQuery, pageInQuery } from '../endpoint/page-in-query.js';
import { restQuery } from '../endpoint/rest-query.js';
import { countedFilter, leadFilter, leadSort } from '../entities/lead-filter.js';
import { exampleLeadRow, leadRow, rawLeadRow } from '../entities/lead.js';
import { agentChoice, flag, id } from '../ids.js';

const agentId = '66f0a1b2c3d4e5f601020304';

export const filterLeads = defineEndpoint({
  name: 'filterLeads',
  method: 'POST',
  path: '/api/lead/filter',
  service: 'leads',
  access: 'admin|agent',
  given: true,
  audit: { action: 'leads.listed', reads: true, lists: 'answer.leads[].id' },
  summary: 'A page of leads. For agents, the agent filter is always their own id.',
  body: z.object({ params: leadFilter, ...pageInQuery, sort: leadSort.optional() }),
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
  query: listQuery('updatedAt'),
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
  query: listQuery('updatedAt'),
  answer: z.object({ rawLeads: z.array(rawLeadRow), totalCount: z.int() }),
  example: { query: {}, answer: { rawLeads: [exampleLeadRow], totalCount: 1 } },
});

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

export const leadListEndpoints = [
  filterLeads,
  listLeadsOfUser,
  listLeadsOfSource,
  listGuideLeads,
  listRawLeads,
  restListLeads,
  searchLeads,
  listAssignees,
  countLeads,
  countViews,
];
