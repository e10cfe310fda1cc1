import { z } from 'zod';
import { typeId, typeName } from '../codes/lead-types.js';
import { sourceName } from '../codes/sources.js';
import { statusCode } from '../codes/statuses.js';
import { blankOf, exampleOf, rowFields, sealedFields, wireShape } from '../fields/lead-shapes.js';
import { agentChoice, flag, id, instant } from '../ids.js';
import { majorConditionFields, majorConditionFlags, majorConditionsOut } from './major-conditions.rules.js';
import { healthLeads } from '../resources/health-lead.js';
import { lifeLeads } from '../resources/life-lead.js';

/** A carrier's price in dollars, which may have four decimals. */
const price = z.number().min(0).max(1e18);

/** Who holds a lead open right now; `busy` 1 with the holder's id and name (rule L27). */
const holdFields = {
  busy: flag,
  busy_user_id: id.nullable(),
  busy_fullname: z.string().nullable(),
  /** Rises with every change of the hold, which is no change of the lead; missing in what was told before it was there. */
  busy_version: z.int().optional(),
};
export type HoldFields = z.infer<z.ZodObject<typeof holdFields>>;

const lifeRow = wireShape(rowFields(lifeLeads.fields));
const healthRow = wireShape(rowFields(healthLeads.fields));

/**
 * A lead as the tables show it. Phones are E.164; they are null, with `phone_hidden` true, for doNotCall and
 * wrongPhoneNumber (rule L4). Money is in dollars. `user_id` 0 is 'Without agent'. The birth date is null but for raw leads,
 * whose table alone shows it: many rows are read at once.
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
  ...lifeRow,
  ...healthRow,
  phone_hidden: z.boolean(),
  state_title: z.string().nullable(),
  premium_price: price.nullable(),
  premium_carrier: z.string().nullable(),
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

/** What the server works out and adds to any lead that is read whole. */
const readFields = {
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
};

/** A life lead as the lead page reads it. */
export const lifeLead = leadRow.extend({
  ...readFields,
  ...wireShape(lifeLeads.fields),
  /** The same prices as JSON, as the specification's clients read them. */
  pc: z.string(),
  type: z.literal('life'),
  type_id: z.literal(2),
});
export type LifeLead = z.infer<typeof lifeLead>;

/** A health lead as the lead page reads it. */
export const healthLead = leadRow.extend({
  ...readFields,
  ...wireShape(healthLeads.fields),
  ...majorConditionFields,
  type: z.literal('health'),
  type_id: z.literal(4),
});
export type HealthLead = z.infer<typeof healthLead>;

export const lead = z.discriminatedUnion('type', [lifeLead, healthLead]);
export type Lead = z.infer<typeof lead>;

/** The sealed fields of rows, as what leaves them out. */
const sealedOfRow = {
  ...sealedFields(rowFields(lifeLeads.fields)),
  ...sealedFields(rowFields(healthLeads.fields)),
};
/** Whether rows have a field that events leave out. */
export const isSealedInRows = (field: string): boolean => Object.hasOwn(sealedOfRow, field);
/** What is worked out from sealed fields is left out with them. */
const workedOut = { age: true, bmi: true } as const;

/**
 * A row as events and browsers are told of it: without what is sealed. Who may know that asks for the lead.
 */
export const eventLeadRow = leadRow.omit(sealedOfRow);
export type EventLeadRow = z.infer<typeof eventLeadRow>;

/** What of a whole lead is sealed, by its type, with what is worked out of that. */
export const sealedOfLead = {
  life: { ...sealedFields(lifeLeads.fields), ...workedOut },
  health: { ...sealedFields(healthLeads.fields), ...majorConditionsOut, ...workedOut },
} as const;

/** A whole lead in the same way. */
export const eventLead = z.discriminatedUnion('type', [
  lifeLead.omit(sealedOfLead.life),
  healthLead.omit(sealedOfLead.health),
]);
export type EventLead = z.infer<typeof eventLead>;

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
    coverage_amount: lifeLeads.fields.coverage_amount.wire,
    policy_number: lifeLeads.fields.policy_number.wire,
    app_date: lifeLeads.fields.app_date.wire,
    draft_date: lifeLeads.fields.draft_date.wire,
  });
export type LeadSummary = z.infer<typeof leadSummary>;
const summaryKeys = leadSummary.keyof().options;

/** The same of a whole lead; a health lead has no coverage amount, policy number and dates of its own. */
export function leadSummaryOf(lead: EventLead): LeadSummary {
  // Key by key: spreading a lead of so many fields takes many times as long, and every consumer makes one of every event.
  const summary: Record<string, unknown> = {};
  for (const key of summaryKeys) summary[key] = Reflect.get(lead, key) ?? null;
  return leadSummary.parse(summary);
}

/** The birth date that the row of a lead has. */
export const birthDateInRow = ({ empty, birth_date = null }: { empty: number; birth_date?: string | null }) =>
  empty === 1 ? birth_date : null;

/** The row of a whole lead. */
export function leadRowOf(lead: Lead): LeadRow {
  const row = leadRow.parse(lead);
  row.birth_date = birthDateInRow(lead);
  return row;
}

/** A raw lead as its table shows it (rule L13). */
export const rawLeadRow = leadRow;
export type RawLeadRow = LeadRow;

const exampleRow = {
  id: '66f0a1b2c3d4e5f601020399',
  source: 'own',
  source_title: 'Own',
  status: 'followUp',
  status_title: 'Call Back',
  user_id: '66f0a1b2c3d4e5f601020304',
  agent_fullname: 'Dana Reyes-Whitfield',
  phone_hidden: false,
  state_title: 'Texas',
  empty: 0,
  AD_status: null,
  busy: 0,
  busy_user_id: null,
  busy_fullname: null,
  busy_version: 0,
  version: 4,
  createdAt: '2026-11-14T18:02:11.000Z',
  updatedAt: '2026-11-20T17:38:00.000Z',
} as const;

const exampleRead = {
  agent_email: 'dana@example.com',
  assigned_why: null,
  price: {},
  post_sale: 0,
  carrier: null,
} as const;

export const exampleLifeLead: LifeLead = {
  ...exampleRow,
  ...exampleRead,
  ...blankOf(rowFields(healthLeads.fields)),
  ...exampleOf(lifeLeads.fields),
  type: 'life',
  type_id: 2,
  premium_price: 64.2,
  premium_carrier: 'Carrier A',
  age: 69,
  bmi: 26.4,
  pc: '{}',
};

export const exampleLeadRow: LeadRow = leadRowOf(exampleLifeLead);

export const exampleEventLeadRow: EventLeadRow = eventLeadRow.parse(exampleLifeLead);
export const exampleEventLead: EventLead = eventLead.parse(exampleLifeLead);

export const exampleLeadSummary: LeadSummary = leadSummaryOf(exampleLifeLead);

/** A health lead with a spouse and a child, for examples and tests. */
export const exampleHealthLead: HealthLead = {
  ...exampleRow,
  ...exampleRead,
  ...blankOf(rowFields(lifeLeads.fields)),
  ...exampleOf(healthLeads.fields),
  type: 'health',
  type_id: 4,
  fullname: 'Nora Whitfield',
  email: 'nora@example.com',
  birth_date: '1980-04-12',
  second_phone: null,
  address: '22 Orchard Ln',
  height: 65,
  weight: 140,
  premium_price: null,
  premium_carrier: null,
  age: 46,
  bmi: 23.3,
  ...majorConditionFlags(['asthma']),
};
