import { z } from 'zod';
import { exampleLifeLead, lead } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

export const selectCarrier = defineEndpoint({
  name: 'selectCarrier',
  method: 'POST',
  path: '/api/lead/select-carrier',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.carrier-selected', subject: 'lead/{body.lead_id}' },
  summary: 'Selects the carrier of a life lead by its code; idempotent. Held by another user: 423.',
  body: z.object({ lead_id: id, carrier: z.string().min(1, 'This field is required').max(60) }),
  answer: outcome.extend({ lead }),
  example: {
    body: { lead_id: exampleLifeLead.id, carrier: 'mutual_of_omaha' },
    answer: {
      status: 'success',
      message: 'Mutual of Omaha selected',
      lead: { ...exampleLifeLead, carrier: 'mutual_of_omaha' },
    },
  },
});

export const carriersEndpoints = [selectCarrier];
