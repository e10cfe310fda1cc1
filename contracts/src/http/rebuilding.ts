import { z } from 'zod';
import { envelope, type Envelope } from '../bus/envelope.js';
import { exampleLeadSummary, leadSummary } from '../entities/lead.js';
import { id } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const eventId = z.uuidv7();

const exampleKept: Envelope = {
  specversion: '1.0',
  id: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b11',
  source: 'leads',
  type: 'lead.assigned',
  time: '2026-11-20T17:38:00.000Z',
  subject: `lead/${exampleLeadSummary.id}`,
  dataschema: 'urn:crm:lead.assigned',
  datacontenttype: 'application/json',
  data: { lead_id: exampleLeadSummary.id, from: 0, to: exampleLeadSummary.user_id, how: 'manual' },
  correlationid: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b10',
  actorid: 'system',
  actorrole: 'system',
  sequence: 2,
};

export const keptLeadEvents = defineEndpoint({
  name: 'keptLeadEvents',
  method: 'GET',
  path: '/internal/events',
  service: 'leads',
  access: 'internal',
  callers: ['stats'],
  given: false,
  summary:
    'Stored events for rebuilding projections, oldest first, up to 500, of the given comma-separated types. Events stored permanently have only the stored fields in data. next: cursor, null at the end.',
  query: z.object({ types: z.string().min(1).max(1000), after: eventId.optional() }),
  answer: z.object({ events: z.array(envelope), next: eventId.nullable() }),
  example: {
    query: { types: 'lead.created,lead.assigned' },
    answer: { events: [exampleKept], next: null },
  },
});

export const snapshotLeads = defineEndpoint({
  name: 'snapshotLeads',
  method: 'GET',
  path: '/internal/snapshot/leads',
  service: 'leads',
  access: 'internal',
  callers: ['stats'],
  given: false,
  summary: 'Snapshot of all leads to build a projection, paged by id, up to 500 per page.',
  query: z.object({ after: id.optional() }),
  answer: z.object({ leads: z.array(leadSummary), next: id.nullable() }),
  example: { query: {}, answer: { leads: [exampleLeadSummary], next: null } },
});

export const rebuildingEndpoints = [keptLeadEvents, snapshotLeads];
