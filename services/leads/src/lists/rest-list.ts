import type { Response } from 'express';
import { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { leadFilter, leadSort } from '@crm/contracts/entities/lead-filter.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { RestQuery } from '@crm/contracts/endpoint/rest-query.js';
import { contentRange, rowsOfRange } from '@crm/contracts/endpoint/rest-range.js';
import { id } from '@crm/contracts/ids.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { parseJson } from '@crm/platform/resources/list-query.rules.js';
import type { LeadsContext } from '../context.js';
import { filterLeads, listByIds } from './list-leads.js';

const byIds = z.object({ id: z.array(id).max(500) });
const restSort = z.tuple([leadSort.shape.field, leadSort.shape.order]);

/** The lead table in the resource dialect; `filter.id` asks for those rows instead. Throws `invalid`. */
export async function restListLeads(
  ctx: LeadsContext,
  actor: Actor,
  query: RestQuery,
  res: Response,
): Promise<LeadRow[]> {
  const given = parseJson(query.filter ?? '{}', 'filter');
  const wanted = byIds.safeParse(given);
  if (wanted.success) {
    const rows = await listByIds(ctx, actor, wanted.data.id);
    res.setHeader('content-range', contentRange('leads', 0, rows.length, rows.length));
    return rows;
  }
  const filter = leadFilter.safeParse(given);
  if (!filter.success) throw invalidField('filter', 'Not a lead filter');
  const sort = query.sort === undefined ? undefined : restSort.safeParse(parseJson(query.sort, 'sort'));
  if (sort && !sort.success) throw invalidField('sort', 'Unknown sort column');
  const { skip, limit } = rowsOfRange(query.range);
  const { leads, totalCount } = await filterLeads(ctx, actor, filter.data, {
    limit,
    skip,
    sort: sort && { field: sort.data[0], order: sort.data[1] },
  });
  res.setHeader('content-range', contentRange('leads', skip, leads.length, totalCount));
  return leads;
}
