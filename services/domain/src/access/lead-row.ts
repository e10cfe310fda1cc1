import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { leadRows } from '@crm/contracts/http/leads.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';

/**
 * A lead as the tables show it, asked of leads. Whether the asker may know of it is for the caller to decide before.
 * Throws 404 where there is none, or 503 where leads does not answer.
 */
export async function readLeadRow({ services }: { services: ServiceClient }, id: string): Promise<LeadRow> {
  const { leads } = await services.call(leadRows, { body: { ids: [id] } }, { asService: true });
  const lead = leads.find((each) => each.id === id);
  if (lead === undefined) throw notFound('Lead');
  return lead;
}
