import type { Types } from 'mongoose';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { countMatching } from '@crm/platform/mongo/count-matching.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { leadRowView, rowProjection, type StoredRow } from '../lead/lead.view.js';
import type { ListFilter, ListSort } from './list-query.rules.js';

export interface Page {
  leads: LeadRow[];
  totalCount: number;
}

/** Rows of leads in the order of their ids, each with whoever holds it; ids that are no lead are left out. */
export async function rowsOf(ctx: LeadsContext, ids: readonly Types.ObjectId[]): Promise<LeadRow[]> {
  if (ids.length === 0) return [];
  const stored = await ctx.leadCollection
    .find(alive({ _id: { $in: [...ids] }, type_id: { $in: [2, 4] } }), { projection: rowProjection })
    .toArray();
  const now = ctx.clock.now();
  const byId = new Map(stored.map((lead) => [lead._id.toHexString(), lead as StoredRow]));
  return ids.flatMap((id) => {
    const lead = byId.get(id.toHexString());
    return lead ? [leadRowView(lead, now)] : [];
  });
}

/** The rows that a list begins with: nothing is passed over, so no lead is read that is not shown. */
export async function firstRows(
  ctx: LeadsContext,
  { filter, sort, limit }: { filter: ListFilter; sort: ListSort; limit: number },
): Promise<LeadRow[]> {
  const stored = await ctx.leadCollection
    .find(filter, { projection: rowProjection })
    .sort(sort)
    .limit(limit)
    .toArray();
  const now = ctx.clock.now();
  return stored.map((lead) => leadRowView(lead as StoredRow, now));
}

/**
 * The rows of a page further on. The ids come first, from the index alone, so that a deep page costs no document that it
 * does not show; then the rows of these ids.
 */
async function laterRows(
  ctx: LeadsContext,
  wanted: { filter: ListFilter; sort: ListSort; skip: number; limit: number },
): Promise<LeadRow[]> {
  const ids = await ctx.leadCollection
    .find(wanted.filter, { projection: { _id: 1 } })
    .sort(wanted.sort)
    .skip(wanted.skip)
    .limit(wanted.limit)
    .toArray();
  return rowsOf(
    ctx,
    ids.map(({ _id }) => _id),
  );
}

/** A page of leads with the total. */
export async function findPage(
  ctx: LeadsContext,
  wanted: { filter: ListFilter; sort: ListSort; skip: number; limit: number },
): Promise<Page> {
  const [leads, totalCount] = await Promise.all([
    wanted.skip === 0 ? firstRows(ctx, wanted) : laterRows(ctx, wanted),
    countMatching(ctx.leads.collection, wanted.filter),
  ]);
  return { leads, totalCount };
}
