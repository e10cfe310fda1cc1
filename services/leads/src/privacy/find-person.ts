import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { Person, PersonLead } from '@crm/contracts/http/privacy.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { findDeleted } from '../retention/deleted-leads.js';

const maxFound = 100;

type Addresses = Pick<Person, 'phones' | 'emails'>;

const projection = {
  type_id: 1,
  fullname: 1,
  status: 1,
  agent_fullname: 1,
  phone: 1,
  second_phone: 1,
  email: 1,
  createdAt: 1,
} as const;
type Found = Pick<LeadDoc, '_id' | keyof typeof projection>;

/** Leads that have one of the addresses, the newest first, then deleted ones. Numbers are shown whatever the status: this is about them. */
export async function findPerson(ctx: LeadsContext, { phones, emails }: Addresses): Promise<PersonLead[]> {
  const [found, deleted] = await Promise.all([
    livingWith(ctx, { phones, emails }),
    findDeleted(ctx, [...phones, ...emails]),
  ]);
  return [...found.map(personLead), ...deleted];
}

/** A lead that is there as a person's. */
export const personLead = ({ _id, createdAt, ...lead }: Found): PersonLead => ({
  type_id: lead.type_id,
  fullname: lead.fullname,
  status: lead.status,
  agent_fullname: lead.agent_fullname,
  phone: lead.phone,
  second_phone: lead.second_phone,
  email: lead.email,
  id: _id.toHexString(),
  createdAt: createdAt.toISOString(),
  deleted_at: null,
});

function livingWith(ctx: LeadsContext, { phones, emails }: Addresses): Promise<Found[]> {
  const phone = { $in: phones };
  return ctx.leads
    .find(
      alive({
        $or: [
          { phone },
          { second_phone: phone },
          // By type and source, as the index of e-mails is ordered.
          {
            type_id: { $in: Object.values(typeIdOf) },
            'list.source': { $in: sources.map((_source, at) => at + 1) },
            'list.email': { $in: emails },
          },
        ],
      }),
      projection,
    )
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxFound)
    .lean<Found[]>();
}
