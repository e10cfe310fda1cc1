import { typeNameOf } from '@crm/contracts/codes/lead-types.js';
import { sources } from '@crm/contracts/codes/sources.js';
import { stateName } from '@crm/contracts/codes/states.js';
import { hidesPhones, statusTitle } from '@crm/contracts/codes/statuses.js';
import type { Lead, LeadRow } from '@crm/contracts/entities/lead.js';
import { majorConditionFlags } from '@crm/contracts/leads/major-conditions.rules.js';
import { medicationList } from '@crm/contracts/leads/stored-lead.rules.js';
import { shownPrices } from '@crm/contracts/leads/price.rules.js';
import { dollarsOf, dollarsOrNull } from '@crm/contracts/money.js';
import { ageOn, pacificDate } from '@crm/contracts/time/pacific.js';
import { wireAgent } from './agent-choice.js';
import { healthFieldNames, lifeFieldNames, type LeadDoc } from './lead.model.js';
import { moneyFields, priceDollarsOf } from './money.rules.js';

/** Who has a lead open, as its row shows it. */
export interface BusyHolder {
  user_id: string;
  fullname: string;
}

/** What a lead's view needs beside the lead itself. */
export interface Surroundings {
  holder: BusyHolder | undefined;
  agentEmail: string | null;
  /** For the age. */
  now: Date;
}

/** The fields of a row that are read from the store; list queries ask for these alone. */
export const rowProjection = {
  type_id: 1,
  source_id: 1,
  status: 1,
  user_id: 1,
  agent_fullname: 1,
  fullname: 1,
  email: 1,
  phone: 1,
  state: 1,
  term: 1,
  coverage_type: 1,
  premium_price: 1,
  premium_carrier: 1,
  birth_date: 1,
  empty: 1,
  AD_status: 1,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
} as const;

/** What a row is made of: a document read with `rowProjection`, or a whole one. */
export type StoredRow = Pick<
  LeadDoc,
  '_id' | Exclude<keyof typeof rowProjection, 'term' | 'coverage_type'>
> & {
  term?: LeadRow['term'];
  coverage_type?: LeadRow['coverage_type'];
};

/** A lead as tables show it. Phones that must not be shown never leave the service (lead-work section 2). */
export function leadRowView(lead: StoredRow, holder: BusyHolder | undefined): LeadRow {
  const isHidden = hidesPhones(lead.status);
  const source = sources[lead.source_id - 1];
  if (source === undefined) throw new Error(`Lead ${lead._id.toHexString()} has no known source`);
  return {
    id: lead._id.toHexString(),
    type_id: lead.type_id,
    type: typeNameOf[lead.type_id],
    source: source.name,
    source_title: source.title,
    status: lead.status,
    status_title: statusTitle(lead.status),
    user_id: wireAgent(lead.user_id),
    agent_fullname: lead.agent_fullname,
    fullname: lead.fullname,
    email: lead.email,
    phone: isHidden ? null : lead.phone,
    phone_hidden: isHidden,
    state: lead.state,
    state_title: lead.state === null ? null : stateName(lead.state),
    term: lead.term ?? null,
    coverage_type: lead.coverage_type ?? null,
    premium_price: dollarsOrNull(lead.premium_price),
    premium_carrier: lead.premium_carrier,
    birth_date: lead.birth_date,
    empty: lead.empty,
    AD_status: lead.AD_status,
    busy: holder === undefined ? 0 : 1,
    busy_user_id: holder?.user_id ?? null,
    busy_fullname: holder?.fullname ?? null,
    version: lead.version,
    createdAt: lead.createdAt.toISOString(),
    updatedAt: lead.updatedAt.toISOString(),
  };
}

/** Body mass index from pounds and inches, to one decimal. */
export function bmiOf(weight: number | null, height: number | null): number | null {
  if (weight === null || height === null) return null;
  return Math.round((weight * 7030) / height ** 2) / 10;
}

/** The carrier prices that a lead shows, in dollars, the lowest first. */
function priceView(lead: LeadDoc): Record<string, number> {
  const shown = shownPrices(lead.price, { rate_class: lead.type_id === 2 ? lead.rate_class : null });
  return Object.fromEntries(
    Object.entries(shown).map(([carrier, cents]) => [carrier, priceDollarsOf(cents)]),
  );
}

function wireFields<D extends object, K extends keyof D & string>(lead: D, names: readonly K[]): Pick<D, K> {
  const fields: Record<string, unknown> = {};
  for (const name of names) {
    const value: unknown = lead[name];
    fields[name] = moneyFields.has(name) && typeof value === 'number' ? dollarsOf(value) : value;
  }
  return fields as Pick<D, K>;
}

/** A whole lead as the lead page reads it and as events carry it. */
export function leadView(lead: LeadDoc, { holder, agentEmail, now }: Surroundings): Lead {
  const row = leadRowView(lead, holder);
  // Every event carries a view. Assigned into one object and not spread into a new one, which with so many fields takes
  // many times as long.
  const view = Object.assign(row, {
    second_phone: row.phone_hidden ? null : lead.second_phone,
    address: lead.address,
    zipcode: lead.zipcode,
    gender: lead.gender,
    height: lead.height,
    weight: lead.weight,
    age: lead.birth_date === null ? null : ageOn(lead.birth_date, pacificDate(now)),
    bmi: bmiOf(lead.weight, lead.height),
    agent_email: agentEmail,
    assigned_why: lead.assigned_why ?? null,
    price: priceView(lead),
    post_sale: lead.post_sale,
    carrier: lead.carrier ?? null,
    recorded_ok: lead.recorded_ok ?? 0,
  });
  const medications = medicationList(lead.medications);
  return lead.type_id === 2
    ? Object.assign(view, wireFields(lead, lifeFieldNames), {
        pc: JSON.stringify(view.price),
        medications,
        type: 'life',
        type_id: 2,
      } as const)
    : Object.assign(view, wireFields(lead, healthFieldNames), majorConditionFlags(medications), {
        medications,
        type: 'health',
        type_id: 4,
      } as const);
}
