import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleLeadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

const leadId = exampleLeadRow.id;
const agentId = '66f0a1b2c3d4e5f601020304';

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

export const workEndpoints = [completeLead, startWork];
