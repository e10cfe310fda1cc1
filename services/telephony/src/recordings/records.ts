import { Types } from 'mongoose';
import { ownersSeen, seesAll, seesOf, type Actor } from '@crm/contracts/access.js';
import type { CallRecord } from '@crm/contracts/entities/telephony.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { mayWork, requireWorkable } from '@crm/domain/access/lead-access.js';
import type { TelephonyContext } from '../context.js';
import { listSort, pageOf, searchFilter } from './list-query.rules.js';
import type { RecordDoc } from './record.model.js';
import { recordView } from './record.view.js';

const maxOfALead = 1_000;
const columns = {
  createdAt: 'createdAt',
  leadName: 'lead_key',
  agentName: 'agent_key',
  duration: 'duration',
};

export interface RecordsAsked {
  page: number;
  limit: number;
  search?: string | undefined;
  sort?: string | undefined;
  /** Only those of at least so many seconds. */
  minDuration?: number;
}

/** A page of the recorded calls of all whose calls the actor sees; who may ask is the route's rule. */
export async function listRecords(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  { search, sort, minDuration, ...paging }: RecordsAsked,
): Promise<{ records: CallRecord[]; totalCount: number }> {
  const owners = ownersSeen(actor);
  const filter = {
    ...(owners && { user_id: { $in: owners.map((id) => new Types.ObjectId(id)) } }),
    ...(minDuration === undefined ? {} : { duration: { $gte: minDuration } }),
    ...searchFilter(search),
  };
  const { skip, limit } = pageOf(paging);
  // Those of deleted leads are few: counted apart, the others need no look at each document.
  const [docs, count, hidden] = await Promise.all([
    ctx.records
      .find({ ...filter, hidden: { $ne: true } })
      .sort(listSort(sort, columns))
      .skip(skip)
      .limit(limit)
      .lean<RecordDoc[]>(),
    ctx.records.countDocuments(filter),
    ctx.records.countDocuments({ ...filter, hidden: true }),
  ]);
  return { records: docs.map((doc) => recordView(doc, ctx.links, token)), totalCount: count - hidden };
}

/** The recorded calls of a lead that the actor may work, the last one first. Another agent's lead is 404. */
export async function listRecordsOfLead(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  leadId: string,
): Promise<CallRecord[]> {
  await requireWorkable(ctx, actor, leadId);
  const docs = await ctx.records
    .find({ lead_id: new Types.ObjectId(leadId) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxOfALead)
    .lean<RecordDoc[]>();
  return docs.map((doc) => recordView(doc, ctx.links, token));
}

/**
 * Whether somebody may hear a recording: whoever sees all any; whoever may work its lead; one of no lead whoever's call it was, and the lead of their team.
 */
export async function mayHearRecord(
  ctx: TelephonyContext,
  actor: Actor,
  { lead_id, user_id }: Pick<RecordDoc, 'lead_id' | 'user_id'>,
): Promise<boolean> {
  if (seesAll(actor)) return true;
  if (lead_id === null) return seesOf(actor, user_id?.toHexString() ?? null);
  return mayWork(ctx, actor, lead_id.toHexString());
}

/** One recorded call; 404 where the actor may not hear it. */
export async function getRecord(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  recordId: string,
): Promise<CallRecord> {
  const doc = await ctx.records.findById(new Types.ObjectId(recordId)).lean<RecordDoc>();
  if (doc === null || !(await mayHearRecord(ctx, actor, doc))) throw notFound('Record');
  return recordView(doc, ctx.links, token);
}
