import { z } from 'zod';
import { coverageType, creditRating, qualifyingLifeEvent } from '../codes/health-lists.js';
import { typeId, typeName } from '../codes/lead-types.js';
import { childrenAmount, funeralType, gender, jobStatus, rateClass, term } from '../codes/life-lists.js';
import { sourceName } from '../codes/sources.js';
import { stateCode } from '../codes/states.js';
import { statusCode } from '../codes/statuses.js';
import { agentChoice, flag, id, instant, plainDate } from '../ids.js';
import { isWholeCents, moneySentences } from '../money.js';
import { majorConditionFields } from '../leads/major-conditions.rules.js';

/** Characters that a line of a form may have: a name, an address, the number of a policy. */
export const lineLength = 500;
export const medicationsLength = 2_000;

const text = z.string().max(lineLength);
/** Money of a lead, in dollars: kept to the cent. */
const dollars = z
  .number()
  .min(0, moneySentences.negative)
  .max(1e18, moneySentences.tooLong)
  .refine(isWholeCents, moneySentences.decimals);
/** A carrier's price in dollars, which may have four decimals. */
const price = z.number().min(0).max(1e18);

/** Who holds a lead open right now; `busy` 1 with the holder's id and name (lead-work section 4, Busy). */
const holdFields = {
  busy: flag,
  busy_user_id: id.nullable(),
  busy_fullname: z.string().nullable(),
};

/**
 * A lead as the tables show it. Phones are E.164; they are null, with `phone_hidden` true, for doNotCall and
 * wrongPhoneNumber (lead-work section 2). Money is in dollars. `user_id` 0 is 'Without agent'.
 */
export const leadRow = z.object({
  id,
  type_id: typeId,
  type: typeName,
  source: sourceName,
  source_title: z.string(),
  status: statusCode,
  status_title: z.string(),
  user_id: agentChoice,
  agent_fullname: z.string().nullable(),
  fullname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  phone_hidden: z.boolean(),
  state: stateCode.nullable(),
  state_title: z.string().nullable(),
  term: term.nullable(),
  coverage_type: coverageType.nullable(),
  premium_price: price.nullable(),
  premium_carrier: z.string().nullable(),
  birth_date: plainDate.nullable(),
  /** 1 for a raw lead: imported or delivered and never saved by a person. */
  empty: flag,
  /** The dialler's outcome, 1 to 5; null before the first attempt. */
  AD_status: z.int().min(1).max(5).nullable(),
  ...holdFields,
  /** Rises with every change; a save names the one it was made from. */
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type LeadRow = z.infer<typeof leadRow>;

const contactFields = {
  fullname: text,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  second_phone: z.string().nullable(),
  address: text.nullable(),
  zipcode: z.string().nullable(),
  state: stateCode.nullable(),
  birth_date: plainDate.nullable(),
  gender: gender.nullable(),
  height: z.int().min(53).max(83).nullable(),
  weight: z.int().min(1).max(999).nullable(),
};

/** What a life lead carries beside its row (lead-work section 3, Lead (life)). */
export const lifeFields = {
  medications: z.array(z.string()).max(60),
  married: flag.nullable(),
  children: flag.nullable(),
  howchildren: childrenAmount.nullable(),
  military: flag.nullable(),
  tobacco: flag.nullable(),
  currently_insured: flag.nullable(),
  dui: flag.nullable(),
  high_risk: flag.nullable(),
  prescription_medications: flag.nullable(),
  hobby: text.nullable(),
  color: text.nullable(),
  term: term.nullable(),
  rate_class: rateClass.nullable(),
  coverage_amount: dollars.nullable(),
  jobstatus: jobStatus.nullable(),
  policy: flag.nullable(),
  disability: funeralType.nullable(),
  total_income: dollars.nullable(),
  mortgage: flag.nullable(),
  mortgage_remaining: dollars.nullable(),
  checking_account: flag.nullable(),
  policy_number: text.nullable(),
  draft_date: plainDate.nullable(),
  app_date: plainDate.nullable(),
};

/** A spouse or a child of a health lead (lead-work section 3, Person). */
export const person = z.object({
  name: text,
  gender: gender.nullable(),
  height: z.int().min(1).max(99).nullable(),
  weight: z.int().min(1).max(999).nullable(),
  birth_date: plainDate.nullable(),
  tobacco: flag.nullable(),
});
export type Person = z.infer<typeof person>;

/** What a health lead carries beside its row (lead-work section 3, Health lead). */
export const healthFields = {
  county: text.nullable(),
  city: text.nullable(),
  contact: text.nullable(),
  address_2: text.nullable(),
  tobacco: flag.nullable(),
  spouse: person.nullable(),
  children: z.array(person).max(20),
  credit_rating: creditRating.nullable(),
  pregnant: flag.nullable(),
  treated: flag.nullable(),
  hospitalized: flag.nullable(),
  self_employed: flag.nullable(),
  prescription_medications: z.string().max(medicationsLength).nullable(),
  household_income: dollars.nullable(),
  datavendor_id: text.nullable(),
  biz_type: text.nullable(),
  biz_name: text.nullable(),
  weekly_exercise_hours: z.number().min(0).max(168).nullable(),
  medications: z.array(z.string()).max(60),
  qualifying_life_event: qualifyingLifeEvent.nullable(),
  qualifying_life_event_date: plainDate.nullable(),
  denied_coverage: flag.nullable(),
  lost_coverage: flag.nullable(),
  currently_insured: flag.nullable(),
  current_company: text.nullable(),
  coverage_type: coverageType.nullable(),
  marital_status: text.nullable(),
};

/** What the server works out and adds to any lead that is read whole. */
const readFields = {
  second_phone: contactFields.second_phone,
  address: contactFields.address,
  zipcode: contactFields.zipcode,
  gender: contactFields.gender,
  height: contactFields.height,
  weight: contactFields.weight,
  /** Whole years today in America/Los_Angeles. */
  age: z.int().nullable(),
  bmi: z.number().nullable(),
  agent_email: z.string().nullable(),
  /** Why it went to its agent, or to nobody, by itself; null where somebody decided. */
  assigned_why: z.string().nullable(),
  /** Carrier to premium in dollars, ascending by premium. */
  price: z.record(z.string(), z.number()),
  post_sale: flag,
  /** The code of the selected carrier. */
  carrier: z.string().nullable(),
  /** Agreed to recorded calls and messages: a prerecorded voicemail may be dropped. */
  recorded_ok: flag,
};

/** A life lead as the lead page reads it. */
export const lifeLead = leadRow.extend({
  ...readFields,
  ...lifeFields,
  /** The same prices as JSON, as the specification's clients read them. */
  pc: z.string(),
  type: z.literal('life'),
  type_id: z.literal(2),
});
export type LifeLead = z.infer<typeof lifeLead>;

/** A health lead as the lead page reads it. */
export const healthLead = leadRow.extend({
  ...readFields,
  ...healthFields,
  ...majorConditionFields,
  type: z.literal('health'),
  type_id: z.literal(4),
});
export type HealthLead = z.infer<typeof healthLead>;

export const lead = z.discriminatedUnion('type', [lifeLead, healthLead]);
export type Lead = z.infer<typeof lead>;

/** A lead in short, as other services keep it: what it came to, and nothing to reach the person by. */
export const leadSummary = leadRow
  .pick({
    id: true,
    type_id: true,
    source: true,
    status: true,
    user_id: true,
    agent_fullname: true,
    fullname: true,
    term: true,
    coverage_type: true,
    premium_price: true,
    premium_carrier: true,
    version: true,
  })
  .extend({
    coverage_amount: lifeFields.coverage_amount,
    policy_number: lifeFields.policy_number,
    app_date: lifeFields.app_date,
    draft_date: lifeFields.draft_date,
  });
export type LeadSummary = z.infer<typeof leadSummary>;

/** The same of a whole lead; a health lead has no coverage amount, policy number and dates of its own. */
export function leadSummaryOf(lead: Lead): LeadSummary {
  const ofHealth = { coverage_amount: null, policy_number: null, app_date: null, draft_date: null };
  return leadSummary.parse({ ...ofHealth, ...lead });
}

/** A raw lead as its table shows it (lead-work section 2, Raw leads). */
export const rawLeadRow = leadRow;
export type RawLeadRow = LeadRow;

export const exampleLeadRow: LeadRow = {
  id: '66f0a1b2c3d4e5f601020399',
  type_id: 2,
  type: 'life',
  source: 'own',
  source_title: 'Own',
  status: 'followUp',
  status_title: 'Call Back',
  user_id: '66f0a1b2c3d4e5f601020304',
  agent_fullname: 'Dana Reyes-Whitfield',
  fullname: 'Raymond Okafor',
  email: 'r.okafor@example.com',
  phone: '+12145550117',
  phone_hidden: false,
  state: 'TX',
  state_title: 'Texas',
  term: 'fex',
  coverage_type: null,
  premium_price: 64.2,
  premium_carrier: 'Carrier A',
  birth_date: '1957-06-02',
  empty: 0,
  AD_status: null,
  busy: 0,
  busy_user_id: null,
  busy_fullname: null,
  version: 4,
  createdAt: '2026-11-14T18:02:11.000Z',
  updatedAt: '2026-11-20T17:38:00.000Z',
};

export const exampleLifeLead: LifeLead = {
  ...exampleLeadRow,
  type: 'life',
  type_id: 2,
  second_phone: '+12145550163',
  address: '4180 Juniper Hollow Rd',
  zipcode: '75201',
  gender: 'm',
  height: 70,
  weight: 184,
  age: 69,
  bmi: 26.4,
  agent_email: 'dana@example.com',
  assigned_why: null,
  price: {},
  post_sale: 0,
  carrier: null,
  recorded_ok: 0,
  pc: '{}',
  medications: ['diabetes_oral'],
  married: 1,
  children: 1,
  howchildren: '3+',
  military: 0,
  tobacco: 0,
  currently_insured: 0,
  dui: 0,
  high_risk: 0,
  prescription_medications: 0,
  hobby: null,
  color: null,
  term: 'fex',
  rate_class: 'lb',
  coverage_amount: 15000,
  jobstatus: null,
  policy: 1,
  disability: 'Cremation',
  total_income: null,
  mortgage: 0,
  mortgage_remaining: null,
  checking_account: 1,
  policy_number: null,
  draft_date: null,
  app_date: null,
};

export const exampleLeadSummary: LeadSummary = leadSummaryOf(exampleLifeLead);
