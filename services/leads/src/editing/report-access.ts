import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { leadAccess as endpoint } from '@crm/contracts/http/leads.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { wireAgent } from '../lead/agent-choice.js';
import { findHeldLead } from '../lead/lead.access.js';

/** What another service asks before it believes its own copy of a lead's rights. */
export async function leadAccess(ctx: LeadsContext, id: string): Promise<AnswerOf<typeof endpoint>> {
  const { lead, hold } = await findHeldLead(ctx, id);
  if (lead === undefined) throw notFound('Lead');
  return {
    lead_id: id,
    type_id: lead.type_id,
    status: lead.status,
    user_id: wireAgent(lead.user_id),
    phones: [lead.phone, lead.second_phone].filter((number) => number !== null),
    version: lead.version,
    ...(hold?.bound === true ? { bound_to: hold.user_id } : {}),
  };
}
