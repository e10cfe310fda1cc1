import { z } from 'zod';
import { outcome, sentences } from '../errors.js';
import { creationShape } from '../fields/lead-shapes.js';
import { flag } from '../ids.js';
import { referenceEntry } from '../reference/reference-list.js';
import { lifeLeads } from '../resources/life-lead.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

/**
 * What the quick-add page sends: the fields that it shows, by the life form's own rules, and what tells its reader from a
 * robot. Source, status and agent are the service's to say.
 */
export const quickAddInput = z.strictObject({
  ...creationShape(lifeLeads.fields),
  checking_account: flag,
  /** What opening the form answered; good for one lead. */
  form_token: z.string().min(1).max(500),
  /** The statement of consent as it was shown, where it was agreed to. */
  agreed_to: z.string().min(1).max(2_000).optional(),
  /** No person sees this field: whoever fills it is a robot. */
  website: z.string().max(500).optional(),
});
export type QuickAddInput = z.infer<typeof quickAddInput>;

export const openQuickAdd = defineEndpoint({
  name: 'openQuickAdd',
  method: 'POST',
  path: '/api/rest/quick-add/forms',
  service: 'leads',
  access: 'public',
  given: false,
  audit: 'none',
  summary:
    "Opens the quick-add form: a signed token valid for one lead, from `ready_in` until `good_for` seconds from now, the medication options in the admins' order, and the agency's statement of consent, which may be agreed to. It reveals nothing about existing leads.",
  answer: z.object({
    form_token: z.string(),
    ready_in: z.int(),
    good_for: z.int(),
    medications: z.array(referenceEntry.pick({ code: true, text: true })),
    consent_statement: z.string(),
  }),
  example: {
    answer: {
      form_token: 'eyJhbGciOi…',
      ready_in: 3,
      good_for: 43_200,
      medications: [{ code: 'copd', text: 'COPD or emphysema' }],
      consent_statement: 'I agree to be called and texted by Juniper Insurance.',
    },
  },
});

export const quickAddLead = defineEndpoint({
  name: 'quickAddLead',
  method: 'POST',
  path: '/api/lead/upload/quick-add',
  service: 'leads',
  access: 'public',
  given: true,
  audit: { action: 'lead.submitted' },
  summary:
    'Creates a life lead of source liveTransfer. With `agreed_to`, the statement as the form was opened with, a written consent is stored with the lead. Idempotent per form; the response never reveals whether a person is known. Invalid fields, unopened form, too early, too late, or a bot: 422; sent before with other values: 409; rate limit: 429.',
  // What the form holds at most, with room.
  bodyLimit: 16 * 1024,
  rate: 'form',
  body: quickAddInput,
  answer: outcome,
  example: {
    body: {
      fullname: 'Raymond Okafor',
      email: 'r.okafor@example.com',
      phone: '(214)555-0117',
      state: 'TX',
      birth_date: '1957-06-02',
      gender: 'm',
      term: 'fex',
      rate_class: 'lb',
      coverage_amount: 5000,
      disability: 'Cremation',
      checking_account: 1,
      form_token: 'eyJhbGciOi…',
    },
    answer: { status: 'success', message: sentences.leadCreated },
  },
});

export const quickAddEndpoints = [openQuickAdd, quickAddLead];
