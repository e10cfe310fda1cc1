import { Types } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';

/** The fields that a decision looks at. */
export const contactFields = {
  type_id: 1,
  status: 1,
  source_id: 1,
  user_id: 1,
  hold: 1,
  state: 1,
  zipcode: 1,
  phone: 1,
  second_phone: 1,
  email: 1,
  createdAt: 1,
} as const;

/** What a decision looks at of a lead. */
export type ContactLead = Pick<LeadDoc, '_id' | keyof typeof contactFields>;

/** Those of some leads that are there, without the rest of them. */
export async function contactLeads(
  { leadCollection }: Pick<LeadsContext, 'leadCollection'>,
  ids: readonly string[],
): Promise<ContactLead[]> {
  const _id = { $in: ids.map((id) => new Types.ObjectId(id)) };
  return leadCollection.find(alive({ _id }), { projection: contactFields }).toArray();
}
