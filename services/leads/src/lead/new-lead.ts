import { Types } from 'mongoose';
import { carrierName } from '@crm/contracts/codes/carriers.js';
import { blankOf } from '@crm/contracts/fields/lead-shapes.js';
import { lowestPremium } from '@crm/contracts/leads/premium.rules.js';
import type { CarrierNameOf } from '../reference/carrier-names.js';
import { listKeysOf } from './list-keys.rules.js';
import { definedOf } from './defined-fields.js';
import type { CommonLeadFields, HealthLeadDoc, LeadDoc, LifeLeadDoc } from './lead.model.js';
import { postSaleAfter } from './post-sale.rules.js';

/** Fields of a lead in the store's form, any number of them. */
export type StoredFields = Partial<Omit<LifeLeadDoc, 'type_id'> | Omit<HealthLeadDoc, 'type_id'>>;

/** What is stored of a lead of each type of which nothing is known. */
const blanks = { 2: blankOf(definedOf[2].fields), 4: blankOf(definedOf[4].fields) };

/** The premium in whole cents and its carrier's readable name, worked out from prices (rule L32). */
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
    empty: 0,
    AD_status: null,
    price: {},
    premium_price: null,
    premium_carrier: null,
    post_sale: 0,
    carrier: null,
    changed_by: null,
    createdAt: now,
    updatedAt: now,
  };
  // Every field of the type is there: those of the blank, and what was given. Assigned and not spread: with
  // so many fields that takes a fraction of the time, and an import makes a lead of every row.
  const lead = Object.assign(
    { _id: new Types.ObjectId(), version: 1, type_id: typeId },
    common,
    blanks[typeId],
    given,
  ) as LeadDoc;
  return derive(lead, carrierNameOf);
}
