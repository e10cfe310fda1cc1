import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleLeadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

const leadId = exampleLeadRow.id;
const agentId = '66f0a1b2c3d4e5f601020304';

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

export const holdEndpoints = [holdLead, releaseLead, renewHolds, releaseHolders];
