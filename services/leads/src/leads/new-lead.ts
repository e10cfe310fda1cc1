import { Types } from 'mongoose';
import { carrierName } from '@crm/contracts/codes/carriers.js';
import { lowestPremium } from '@crm/contracts/leads/premium.rules.js';
import type { CarrierNameOf } from '../reference/carrier-names.js';
import { listKeysOf } from './list-keys.rules.js';
import {
  healthFieldNames,
  lifeFieldNames,
  type CommonLeadFields,
  type HealthLeadDoc,
  type LeadDoc,
  type LifeLeadDoc,
} from './lead.model.js';
import { postSaleAfter } from './post-sale.rules.js';

/** Fields of a lead in the store's form, any number of them. */
export type StoredFields = Partial<Omit<LifeLeadDoc, 'type_id'> | Omit<HealthLeadDoc, 'type_id'>>;

/** The fields of each type that the other has not: nothing is known, nothing is missing. */
const blank = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
const blanks = { 2: blank(lifeFieldNames), 4: blank(healthFieldNames) };

/** The premium in whole cents and its carrier's readable name, worked out from prices (lead-work section 2, Carrier tab). */
function premiumOf(
  price: Readonly<Record<string, number>>,
  rateClass: LifeLeadDoc['rate_class'],
  carrierNameOf: CarrierNameOf,
): Pick<CommonLeadFields, 'premium_price' | 'premium_carrier'> {
  const lowest = lowestPremium(price, rateClass);
  return {
    premium_price: lowest ? Math.round(lowest.price) : null,
    premium_carrier: lowest ? carrierNameOf(lowest.carrier) : null,
  };
}

function derive<L extends LeadDoc>(lead: L, carrierNameOf: CarrierNameOf): L {
  Object.assign(lead, premiumOf(lead.price, lead.type_id === 2 ? lead.rate_class : null, carrierNameOf), {
    post_sale: postSaleAfter(lead.post_sale, lead.status),
  });
  return Object.assign(lead, { list: listKeysOf(lead) });
}

/**
 * What follows from a lead's fields and is kept beside them: premium, post_sale, and the keys of the lists. Carriers are
 * named as the kept list has them at the time.
 */
export function withDerived<L extends LeadDoc>(lead: L, carrierNameOf: CarrierNameOf): L {
  return derive({ ...lead }, carrierNameOf);
}

/** A lead as it will be inserted, with every field of its type: what is not given is unknown. Names are asked for prices alone. */
export function newLead(
  typeId: LeadDoc['type_id'],
  given: StoredFields,
  now: Date,
  carrierNameOf: CarrierNameOf = carrierName,
): LeadDoc {
  const common: CommonLeadFields = {
    source_id: 3,
    status: 'newLead',
    user_id: null,
    agent_fullname: null,
    fullname: '',
    email: null,
    phone: null,
    second_phone: null,
    address: null,
    zipcode: null,
    state: null,
    birth_date: null,
    gender: null,
    height: null,
    weight: null,
    empty: 0,
    AD_status: null,
    price: {},
    premium_price: null,
    premium_carrier: null,
    post_sale: 0,
    carrier: null,
    recorded_ok: 0,
    changed_by: null,
    createdAt: now,
    updatedAt: now,
  };
  const lists = typeId === 2 ? { medications: [] } : { medications: [], children: [] };
  // Every field of the type is there: nulls from the blank, the lists, and what was given. Assigned and not spread: with
  // so many fields that takes a fraction of the time, and an import makes a lead of every row.
  const lead = Object.assign(
    { _id: new Types.ObjectId(), version: 1, type_id: typeId },
    common,
    blanks[typeId],
    lists,
    given,
  ) as LeadDoc;
  return derive(lead, carrierNameOf);
}
