import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { leadRows } from '@crm/contracts/http/leads.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';

/**
 * A lead as a list row, requested from leads. The caller checks access first. Throws 404 if there is none, 503 if
 * leads does not respond.
 */
export async function readLeadRow({ services }: { services: ServiceClient }, id: string): Promise<LeadRow> {
  const { leads } = await services.call(leadRows, { body: { ids: [id] } }, { asService: true });
  const lead = leads.find((each) => each.id === id);
  if (lead === undefined) throw notFound('Lead');
  return lead;
}
