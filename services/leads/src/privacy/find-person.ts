import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { Person, PersonLead } from '@crm/contracts/http/privacy.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';

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

/** Leads that have one of the addresses, the newest first. Numbers are shown whatever the status: this is about them. */
export async function findPerson(ctx: LeadsContext, { phones, emails }: Addresses): Promise<PersonLead[]> {
  const phone = { $in: phones };
  const found = await ctx.leads
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
  return found.map(({ _id, createdAt, ...lead }) => ({
    ...lead,
    id: _id.toHexString(),
    createdAt: createdAt.toISOString(),
  }));
}
