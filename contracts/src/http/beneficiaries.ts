import { z } from 'zod';
import { relativeId } from '../codes/relatives.js';
import { stateCode } from '../codes/states.js';
import { exampleLeadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { wordsLength } from '../leads/beneficiary.rules.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const number = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const shownDate = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/, 'mm/dd/yyyy');
const words = z.string().trim().max(wordsLength);

/** Whom a life policy pays to (rule L33): slot 1 is the primary one. */
export const beneficiary = z.object({
  number,
  name: z.string(),
  relative_id: relativeId,
  /** mm/dd/yyyy. */
  dob: shownDate,
  /** A state's code. */
  location: stateCode,
  /** Of a son or daughter, null for all others. */
  grand_kids: z.string().nullable(),
  /** The occupation of all others, null for a son or daughter. */
  work_status: z.string().nullable(),
  percent: z.int().min(1).max(100),
});
export type Beneficiary = z.infer<typeof beneficiary>;

/** What is sent for one; the rules decide what is required, so that every wrong field is named at once. */
export const beneficiaryInput = z.object({
  name: words,
  relative_id: relativeId.nullable(),
  dob: z.string().trim().max(10, 'mm/dd/yyyy'),
  location: z.union([stateCode, z.literal('')]),
  grand_kids: words.nullish(),
  work_status: words.nullish(),
  percent: z.number(),
});
export type BeneficiaryInput = z.infer<typeof beneficiaryInput>;

const exampleBeneficiary: Beneficiary = {
  number: 1,
  name: 'Ngozi Okafor',
  relative_id: 3,
  dob: '01/31/1960',
  location: 'TX',
  grand_kids: null,
  work_status: 'Nurse',
  percent: 60,
};
const { number: _slot, grand_kids: _none, ...exampleInput } = exampleBeneficiary;
const leadId = exampleLeadRow.id;
const slotParams = z.object({ leadId: id, number: z.coerce.number().pipe(number) });

export const listBeneficiaries = defineEndpoint({
  name: 'listBeneficiaries',
  method: 'GET',
  path: '/api/beneficiaries/{leadId}',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.beneficiaries-read', subject: 'lead/{params.leadId}' },
  summary: 'The filled slots of a lead, by number.',
  params: z.object({ leadId: id }),
  answer: z.object({ beneficiaries: z.array(beneficiary) }),
  example: { params: { leadId }, answer: { beneficiaries: [exampleBeneficiary] } },
});

export const autoPercentOfBeneficiary = defineEndpoint({
  name: 'autoPercentOfBeneficiary',
  method: 'GET',
  path: '/api/beneficiaries/{leadId}/{number}/autoprocent',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.beneficiaries-read', subject: 'lead/{params.leadId}' },
  summary:
    'The percentage left by the other filled slots, divided among this slot and the empty ones; the first gets the remainder. 0 if nothing is left.',
  params: slotParams,
  answer: z.object({ percent: z.int().min(0).max(100) }),
  example: { params: { leadId, number: '2' }, answer: { percent: 20 } },
});

export const saveBeneficiary = defineEndpoint({
  name: 'saveBeneficiary',
  method: 'PUT',
  path: '/api/beneficiaries/{leadId}/{number}',
  service: 'leads',
  access: 'lead',
  given: true,
  audit: { action: 'lead.beneficiary-saved', subject: 'lead/{params.leadId}' },
  summary: 'Fills a slot of a life lead. More than 100 percent in total: 422. Held by another user: 423.',
  params: slotParams,
  body: beneficiaryInput,
  answer: outcome.extend({ beneficiary }),
  example: {
    params: { leadId, number: '1' },
    body: exampleInput,
    answer: { status: 'success', message: 'Beneficiary saved', beneficiary: exampleBeneficiary },
  },
});

export const beneficiariesEndpoints = [listBeneficiaries, autoPercentOfBeneficiary, saveBeneficiary];
