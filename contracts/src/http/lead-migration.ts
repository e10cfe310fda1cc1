import { z } from 'zod';
import { statusCode } from '../codes/statuses.js';
import { consentInput } from '../customers/consent.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { createLeadInput, priceMap } from '../entities/lead-input.js';
import { agentChoice, flag, instant } from '../ids.js';

const agentId = '66f0a1b2c3d4e5f601020304';

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

export const leadMigrationEndpoints = [migrateLeads];
