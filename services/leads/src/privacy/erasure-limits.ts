import { neverDeleted, retentionRules } from '@crm/contracts/customers/retention.js';
import type { Person } from '@crm/contracts/http/privacy.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { addressesOf } from '../retention/deleted-leads.js';
import { heldAddresses } from '../retention/held-addresses.js';
import { readPeriods } from '../retention/periods.js';
import { isEnrolment } from '../retention/retention.rules.js';

/** What of a person an erasure may delete, and what stays and why. */
export interface ErasureLimits {
  /** Leads that a hold or a law keeps: they are hidden and restricted, and go when that is over. */
  restricted: readonly LeadDoc[];
  /** What is erased. */
  erased: Person;
  /** What stays, a sentence for each. */
  stays: string[];
}

const counted = (count: number) => (count === 1 ? '1 lead' : `${String(count)} leads`);

/**
 * What the law and legal holds leave of an erasure. A right to erasure ends where a law asks for the record: the records of
 * a health enrolment stay for their periods, what a hold names until it is lifted.
 */
export async function limitErasure(
  ctx: LeadsContext,
  person: Person,
  leads: readonly LeadDoc[],
): Promise<ErasureLimits> {
  const [held, periods] = await Promise.all([
    heldAddresses(ctx, [...person.phones, ...person.emails]),
    readPeriods(ctx),
  ]);
  const isHeld = (lead: LeadDoc) => addressesOf(lead).some((address) => held.has(address));
  const ofHold = leads.filter(isHeld);
  const ofEnrolment = leads.filter((lead) => !isHeld(lead) && isEnrolment(lead));
  const restricted = [...ofHold, ...ofEnrolment];
  const restrictedIds = new Set(restricted.map(({ _id }) => _id.toHexString()));
  const { contact, enrolment } = retentionRules;
  return {
    restricted,
    erased: {
      phones: person.phones.filter((phone) => !held.has(phone)),
      emails: person.emails.filter((email) => !held.has(email)),
      lead_ids: person.lead_ids.filter((id) => !restrictedIds.has(id)),
    },
    stays: [
      `${neverDeleted.title}: never deleted, ${neverDeleted.source}`,
      `Consents and contact decisions: ${String(periods.contact)} years, ${contact.source}`,
      ...(ofEnrolment.length === 0
        ? []
        : [
            `${counted(ofEnrolment.length)} with enrolment records: ${String(periods.enrolment)} years, ${enrolment.source}`,
          ]),
      ...(held.size === 0
        ? []
        : [`${counted(ofHold.length)} and whatever else of this person: legal hold, until it is lifted`]),
    ],
  };
}
