import type { Types } from 'mongoose';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { countMatching } from '@crm/platform/mongo/count-matching.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { leadRowView, rowProjection, sealedRowProjection, type StoredRow } from '../lead/lead.view.js';
import type { ListFilter, ListSort } from './list-query.rules.js';

/** Leads passed over up to here are read faster than a second command is sent. */
const passedOver = 50;

export interface Page {
  leads: LeadRow[];
  totalCount: number;
}

/** The rows of leads as they were read. What is sealed is read and decrypted of raw leads alone, whose rows show it. */
async function rowViews(ctx: LeadsContext, stored: readonly StoredRow[]): Promise<LeadRow[]> {
  const raw = stored.filter(({ empty }) => empty === 1);
  if (raw.length > 0) {
    const sealed = await ctx.leadCollection
      .find(alive({ _id: { $in: raw.map(({ _id }) => _id) } }), { projection: sealedRowProjection })
      .toArray();
    const byId = new Map(sealed.map((lead) => [lead._id.toHexString(), lead]));
    for (const lead of raw) Object.assign(lead, byId.get(lead._id.toHexString()));
  }
  const now = ctx.clock.now();
  return stored.map((lead) => leadRowView(lead, now));
}

/** Rows of leads in the order of their ids, each with whoever holds it; ids that are no lead are left out. */
export async function rowsOf(ctx: LeadsContext, ids: readonly Types.ObjectId[]): Promise<LeadRow[]> {
  if (ids.length === 0) return [];
  const stored = await ctx.leadCollection
    .find(alive({ _id: { $in: [...ids] }, type_id: { $in: [2, 4] } }))
    .project<StoredRow>(rowProjection)
    .toArray();
  const byId = new Map(stored.map((lead) => [lead._id.toHexString(), lead]));
  return rowViews(
    ctx,
    ids.flatMap((id) => byId.get(id.toHexString()) ?? []),
  );
}

/** The rows that a list begins with, or those of a page close behind: hardly a lead is read that is not shown. */
export async function firstRows(
  ctx: LeadsContext,
  { filter, sort, skip = 0, limit }: { filter: ListFilter; sort: ListSort; skip?: number; limit: number },
): Promise<LeadRow[]> {
  const stored = await ctx.leadCollection
    .find(filter)
    .sort(sort)
    .skip(skip)
    .limit(limit)
    .project<StoredRow>(rowProjection)
    .toArray();
  return rowViews(ctx, stored);
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
    wanted.skip <= passedOver ? firstRows(ctx, wanted) : laterRows(ctx, wanted),
    countMatching(ctx.leads.collection, wanted.filter),
  ]);
  return { leads, totalCount };
}
