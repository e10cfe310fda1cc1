import { typeNameOf } from '@crm/contracts/codes/lead-types.js';
import { sources } from '@crm/contracts/codes/sources.js';
import { stateName } from '@crm/contracts/codes/states.js';
import { hidesPhones, statusTitle } from '@crm/contracts/codes/statuses.js';
import { birthDateInRow, isSealedInRows, type Lead, type LeadRow } from '@crm/contracts/entities/lead.js';
import { majorConditionFlags } from '@crm/contracts/entities/major-conditions.rules.js';
import { rowFields, type WireValues } from '@crm/contracts/fields/lead-shapes.js';
import { shownPrices } from '@crm/contracts/leads/price.rules.js';
import { dollarsOrNull } from '@crm/contracts/money.js';
import { ageOn, pacificDate } from '@crm/contracts/time/pacific.js';
import { wireAgent } from './agent-choice.js';
import { definedOf, wireValues } from './defined-fields.js';
import { liveHoldOf } from './live-hold.js';
import type { LeadDoc } from './lead.model.js';
import { priceDollarsOf } from './money.rules.js';

/** What a lead's view needs beside the lead itself. */
export interface Surroundings {
  agentEmail: string | null;
  /** For the age, and for whether somebody has it open. */
  now: Date;
}

const inRows = { ...rowFields(definedOf[4].fields), ...rowFields(definedOf[2].fields) };

const ownOfRow = {
  type_id: 1,
  source_id: 1,
  status: 1,
  user_id: 1,
  agent_fullname: 1,
  premium_price: 1,
  premium_carrier: 1,
  empty: 1,
  AD_status: 1,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  hold: 1,
  holdVersion: 1,
} as const;

const inRow = Object.keys({ ...ownOfRow, ...inRows });
const projectionOf = (fields: readonly string[]): Readonly<Record<string, 1>> =>
  Object.fromEntries(fields.map((key) => [key, 1 as const]));

/** The fields of a row that are read from the store, without what is sealed: no key is needed to read them. */
export const rowProjection = projectionOf(inRow.filter((key) => !isSealedInRows(key)));
/** The sealed ones, which rows of raw leads alone show. */
export const sealedRowProjection = projectionOf(inRow.filter((key) => isSealedInRows(key)));

/** What a row is made of: a document read with `rowProjection`, or a whole one. */
export type StoredRow = Pick<LeadDoc, '_id' | keyof typeof ownOfRow> & Partial<WireValues<typeof inRows>>;

/**
 * A lead as tables show it, with whoever has it open. Phones that must not be shown never leave the service (rule L4).
 */
export function leadRowView(lead: StoredRow, now: Date): LeadRow {
  const holder = liveHoldOf(lead, now);
  const isHidden = hidesPhones(lead.status);
  const shown = wireValues(inRows, lead, isHidden);
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
    ...shown,
    birth_date: birthDateInRow({ empty: lead.empty, birth_date: shown.birth_date }),
    phone_hidden: isHidden,
    state_title: shown.state === null ? null : stateName(shown.state),
    premium_price: dollarsOrNull(lead.premium_price),
    premium_carrier: lead.premium_carrier,
    empty: lead.empty,
    AD_status: lead.AD_status,
    busy: holder === undefined ? 0 : 1,
    busy_user_id: holder?.user_id ?? null,
    busy_fullname: holder?.fullname ?? null,
    busy_version: lead.holdVersion ?? 0,
    version: lead.version,
    createdAt: lead.createdAt.toISOString(),
    updatedAt: lead.updatedAt.toISOString(),
  };
}

/** Body mass index from pounds and inches, to one decimal; of a lead whose key was destroyed neither is there. */
export function bmiOf(weight: number | null, height: number | null): number | null {
  if (typeof weight !== 'number' || typeof height !== 'number') return null;
  return Math.round((weight * 7030) / height ** 2) / 10;
}

/** The carrier prices that a lead shows, in dollars, the lowest first. */
function priceView(lead: LeadDoc): Record<string, number> {
  const shown = shownPrices(lead.price, { rate_class: lead.type_id === 2 ? lead.rate_class : null });
  return Object.fromEntries(
    Object.entries(shown).map(([carrier, cents]) => [carrier, priceDollarsOf(cents)]),
  );
}

/** A whole lead as the lead page reads it and as events carry it. */
export function leadView(lead: LeadDoc, { agentEmail, now }: Surroundings): Lead {
  const row = leadRowView(lead, now);
  // Every event carries a view. Assigned into one object and not spread into a new one, which with so many fields takes
  // many times as long.
  const view = Object.assign(row, {
    age: typeof lead.birth_date === 'string' ? ageOn(lead.birth_date, pacificDate(now)) : null,
    bmi: bmiOf(lead.weight, lead.height),
    agent_email: agentEmail,
    assigned_why: lead.assigned_why ?? null,
    price: priceView(lead),
    post_sale: lead.post_sale,
    carrier: lead.carrier ?? null,
  });
  if (lead.type_id === 2) {
    return Object.assign(view, wireValues(definedOf[2].fields, lead, row.phone_hidden), {
      pc: JSON.stringify(view.price),
      type: 'life',
      type_id: 2,
    } as const);
  }
  const fields = wireValues(definedOf[4].fields, lead, row.phone_hidden);
  return Object.assign(view, fields, majorConditionFlags(fields.medications), {
    type: 'health',
    type_id: 4,
  } as const);
}
