import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { instant } from '../ids.js';

export const exchangeApiKey = defineEndpoint({
  name: 'exchangeApiKey',
  method: 'POST',
  path: '/internal/api-keys/token',
  service: 'auth',
  access: 'internal',
  callers: ['gateway'],
  given: false,
  summary:
    'Exchanges an API key for a token of two minutes, for the calls that its scopes open. Also answers from which networks the key may be used, and until when. A key that is unknown, withdrawn or past its last day: 401.',
  body: z.object({ key: z.string().max(200) }),
  answer: z.object({
    token: z.string(),
    /** In CIDR notation; none: from everywhere. */
    networks: z.array(z.string()),
    ends_at: instant.nullable(),
  }),
  example: {
    body: { key: 'crm_live_66f0a1b2c3d4e5f6010204aa_4fQ1' },
    answer: { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', networks: ['203.0.113.0/24'], ends_at: null },
  },
});

export const apiKeyEndpoints = [exchangeApiKey];
