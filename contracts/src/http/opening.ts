import { z } from 'zod';
import { exampleLifeLead } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { listBeneficiaries } from './beneficiaries.js';
import { listConsents } from './consents.js';
import { listAllFollowupsOfLead } from './followups.js';
import { listTexts } from './messaging.js';
import { listNotes } from './notes.js';
import { openedLead } from './opened-lead.js';
import { leadPermission } from './permission.js';

export const exampleOpenedLead: z.input<typeof openedLead> = {
  lead: exampleLifeLead,
  permission: leadPermission.answer.parse(leadPermission.example.answer),
  ...listNotes.answer.parse(listNotes.example.answer),
  ...listBeneficiaries.answer.parse(listBeneficiaries.example.answer),
  ...listConsents.answer.parse(listConsents.example.answer),
  texts: listTexts.answer.parse(listTexts.example.answer),
  ...listAllFollowupsOfLead.answer.parse(listAllFollowupsOfLead.example.answer),
};

export const openLead = defineEndpoint({
  name: 'openLead',
  method: 'PUT',
  path: '/api/rest/leads/{id}/open',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.opened', subject: 'lead/{params.id}', fullRecord: true, reads: true },
  summary:
    'As holdLead, with what the page shows: the lead, how it may be contacted, its notes, beneficiaries, consents, texts and follow-ups. The last two are missing where their service is away.',
  params: z.object({ id }),
  body: z.object({ holder: z.string().min(1).max(100) }),
  answer: outcome.extend({ held: z.boolean(), ...openedLead.shape }),
  example: {
    params: { id: exampleLifeLead.id },
    body: { holder: 'gateway-1:kx3' },
    answer: {
      ...{ status: 'info', message: 'Please remember to change the status', held: true },
      ...exampleOpenedLead,
    },
  },
});

export const openingEndpoints = [openLead];
