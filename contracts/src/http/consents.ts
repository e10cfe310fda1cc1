import { z } from 'zod';
import { consentEvent } from '../customers/consent.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleLeadRow } from '../entities/lead.js';
import { id } from '../ids.js';

export const listConsents = defineEndpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/api/rest/leads/{id}/consents',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.consents-read', subject: 'lead/{params.id}' },
  summary:
    'What is known of the consent of a lead and of its numbers and e-mail, the last received first, at most 100.',
  params: z.object({ id }),
  answer: z.object({ consents: z.array(consentEvent) }),
  example: {
    params: { id: exampleLeadRow.id },
    answer: {
      consents: [
        {
          id: '66f0a1b2c3d4e5f6010207ab',
          kind: 'written',
          addresses: ['+12145550117', 'r.okafor@example.com'],
          channels: ['call', 'text'],
          at: '2026-11-20T16:03:11.000Z',
          received_at: '2026-11-20T16:03:14.000Z',
          received_from: 'Harbor Leads',
          text: 'By clicking Submit I agree to be called and texted by Juniper Insurance.',
          url: 'https://quotes.example.com/final-expense',
          ip: '203.0.113.7',
          seller: 'Juniper Insurance',
          certificates: [
            {
              by: 'trustedform',
              id: '0dc2a5a1e7d3f1',
              url: 'https://cert.trustedform.com/0dc2a5a1e7d3f1',
            },
          ],
        },
      ],
    },
  },
});

export const consentsEndpoints = [listConsents];
