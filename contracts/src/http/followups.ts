import { z } from 'zod';
import { statusCode } from '../codes/statuses.js';
import {
  exampleFollowup,
  followup,
  followupChange,
  followupColumns,
  followupFilter,
  followupInput,
  maxFollowupsOfLead,
} from '../entities/followup.js';
import { outcome } from '../errors.js';
import { id, plainDate } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const { id: followupId, lead_id: leadId, user_id: userId } = exampleFollowup;

/** Most that one answer has. */
export const maxFollowups = 200;
/** Most leads that the filter offers, by name. */
export const maxLeadsOffered = 1_000;

export const listFollowupsOfUser = defineEndpoint({
  name: 'listFollowupsOfUser',
  method: 'GET',
  path: '/api/followup/user/{userId}',
  service: 'followups',
  access: 'self',
  given: true,
  audit: { action: 'followups.listed', subject: 'user/{params.userId}' },
  summary:
    "A user's follow-ups, in progress first, by time; at most 200, or limit. completed=0 or 1 filters.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id }),
  query: z.object({
    completed: z.enum(['0', '1']).optional(),
    limit: z.coerce.number().int().min(1).max(maxFollowups).default(maxFollowups),
  }),
  answer: z.object({ followups: z.array(followup) }),
  example: { params: { userId }, query: { completed: '0' }, answer: { followups: [exampleFollowup] } },
});

export const listFollowupsOfLead = defineEndpoint({
  name: 'listFollowupsOfLead',
  method: 'GET',
  path: '/api/followup/{leadId}',
  service: 'followups',
  access: 'lead',
  given: true,
  audit: { action: 'followups.listed', subject: 'lead/{params.leadId}' },
  summary:
    'The next follow-up of a lead: the earliest in progress, otherwise the completed one with the latest time.',
  params: z.object({ leadId: id }),
  answer: z.object({ followups: z.array(followup).max(1) }),
  example: { params: { leadId }, answer: { followups: [exampleFollowup] } },
});

export const listAllFollowupsOfLead = defineEndpoint({
  name: 'listAllFollowupsOfLead',
  method: 'GET',
  path: '/api/followup/{leadId}/all',
  service: 'followups',
  access: 'lead',
  vouchers: ['leads'],
  given: false,
  audit: { action: 'followups.listed', subject: 'lead/{params.leadId}' },
  summary: 'Every follow-up of a lead: in progress first, by time, then completed ones, latest first.',
  params: z.object({ leadId: id }),
  answer: z.object({ followups: z.array(followup).max(maxFollowupsOfLead) }),
  example: { params: { leadId }, answer: { followups: [exampleFollowup] } },
});

export const filterFollowups = defineEndpoint({
  name: 'filterFollowups',
  method: 'POST',
  path: '/api/followup/filter',
  service: 'followups',
  access: 'admin|agent',
  given: true,
  audit: { action: 'followups.listed', reads: true },
  summary:
    'A page of follow-ups: of all users for admins, only their own for agents, whatever params.user says. user_id is the caller.',
  body: z.object({
    params: followupFilter,
    user_id: id,
    limit: z.int().min(1).max(100).default(20),
    page: z.int().min(1).max(100_000).default(1),
    /** Without it those in progress stand first, then the completed ones, each by their time. */
    sort: z.object({ field: z.enum(followupColumns), order: z.enum(['ASC', 'DESC']) }).optional(),
  }),
  answer: z.object({ followups: z.array(followup), totalCount: z.int() }),
  example: {
    body: {
      params: { status: ['followUp'], dateTime: { from: '2026-11-21', to: '2026-11-22' } },
      user_id: userId,
    },
    answer: { followups: [exampleFollowup], totalCount: 1 },
  },
});

export const followupFilterParams = defineEndpoint({
  name: 'followupFilterParams',
  method: 'GET',
  path: '/api/followup/filter-params/{id}',
  service: 'followups',
  access: 'self',
  given: true,
  audit: { action: 'followups.listed', subject: 'user/{params.id}' },
  summary:
    "Filter options: the values present in a user's follow-ups, or in all of them for an admin's own id. At most 1,000 leads, by name.",
  params: z.object({ id }),
  subject: { in: 'params', key: 'id' },
  answer: z.object({
    params: z.object({
      status: z.array(z.object({ id: statusCode, title: z.string() })),
      lead: z.array(z.object({ id, fullname: z.string() })),
      user: z.array(z.object({ id, fullname: z.string() })),
      /** The first and the last day that has one, in Los Angeles; null where there is none. */
      dateTime: z.object({ from: plainDate, to: plainDate }).nullable(),
    }),
  }),
  example: {
    params: { id: userId },
    answer: {
      params: {
        status: [{ id: 'followUp', title: 'Call Back' }],
        lead: [{ id: leadId, fullname: exampleFollowup.fullname }],
        user: [{ id: userId, fullname: exampleFollowup.agentName }],
        dateTime: { from: '2026-11-21', to: '2026-11-21' },
      },
    },
  },
});

/** What a follow-up is made of, the first one or another. */
const creation = {
  body: followupInput,
  answer: outcome.extend({ followup }),
  example: {
    body: {
      user_id: userId,
      lead_id: leadId,
      datetime: exampleFollowup.datetime,
      priority: exampleFollowup.priority,
      description: exampleFollowup.description,
    },
    answer: { status: 'success', message: 'Follow-up created', followup: exampleFollowup },
  },
} as const;

export const createFollowup = defineEndpoint({
  name: 'createFollowup',
  method: 'POST',
  path: '/api/followup/create',
  service: 'followups',
  access: 'lead',
  given: true,
  audit: { action: 'followup.created', subject: 'lead/{body.lead_id}' },
  summary:
    "Creates the first follow-up of a lead. Time in the past: 422 'Please pick a correct date and time'. The lead already has one, completed or not: 409 'You reached max number of followups'.",
  ...creation,
});

export const addFollowup = defineEndpoint({
  name: 'addFollowup',
  method: 'POST',
  path: '/api/followup/add',
  service: 'followups',
  access: 'lead',
  given: false,
  audit: { action: 'followup.created', subject: 'lead/{body.lead_id}' },
  summary:
    "Creates another follow-up of a lead, or the first. As followup/create, except that a lead has up to 5: then 409 'You reached max number of followups'.",
  ...creation,
});

export const updateFollowup = defineEndpoint({
  name: 'updateFollowup',
  method: 'POST',
  path: '/api/followup/update',
  service: 'followups',
  access: 'lead',
  given: true,
  audit: { action: 'followup.updated', subject: 'followup/{body.id}' },
  summary:
    'Changes the given fields of a follow-up. A new time must be in the future and triggers a new notification. If completed, only completed can change: anything else is 422.',
  body: z.object({ id, followup: followupChange }),
  answer: outcome.extend({ followup }),
  example: {
    body: { id: followupId, followup: { completed: 1 } },
    answer: {
      status: 'success',
      message: 'Follow-up completed',
      followup: { ...exampleFollowup, completed: 1, version: 2 },
    },
  },
});

export const deleteFollowup = defineEndpoint({
  name: 'deleteFollowup',
  method: 'POST',
  path: '/api/followup/delete',
  service: 'followups',
  access: 'admin',
  given: true,
  audit: { action: 'followup.deleted', subject: 'followup/{body.id}' },
  summary: 'Deletes a follow-up.',
  body: z.object({ id }),
  answer: outcome,
  example: { body: { id: followupId }, answer: { status: 'success', message: 'Follow-up deleted' } },
});

export const followupsEndpoints = [
  listFollowupsOfUser,
  listFollowupsOfLead,
  listAllFollowupsOfLead,
  filterFollowups,
  followupFilterParams,
  createFollowup,
  addFollowup,
  updateFollowup,
  deleteFollowup,
];
