import { z } from 'zod';
import { savableStatus, statusCode } from '../codes/statuses.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { changeLeadInput, createLeadInput, priceMap } from '../entities/lead-input.js';
import { exampleLeadRow, exampleLifeLead, lead, leadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { agentChoice, id } from '../ids.js';

const leadId = exampleLeadRow.id;
const agentId = '66f0a1b2c3d4e5f601020304';
const saved = { status: 'success', message: 'Saved' } as const;
const ids = z.array(id).max(10_000);

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

export const leadsEndpoints = [
  getLead,
  restGetLead,
  restCreateLead,
  restChangeLead,
  setLeadStatus,
  setLeadPrice,
  assignLead,
  listLeadAgents,
  deleteLead,
  deleteSelectedLeads,
  reassignLeads,
  leadAccess,
  leadRows,
];
