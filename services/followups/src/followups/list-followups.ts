import { Types } from 'mongoose';
import { ownersSeen, seesAll, type Actor } from '@crm/contracts/access.js';
import { statuses } from '@crm/contracts/codes/statuses.js';
import { maxFollowupsOfLead, type Followup, type FollowupFilter } from '@crm/contracts/entities/followup.js';
import { byNext } from '@crm/contracts/entities/followup-order.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import {
  maxLeadsOffered,
  type filterFollowups,
  type followupFilterParams,
  type listFollowupsOfUser,
} from '@crm/contracts/http/followups.js';
import type { Flag } from '@crm/contracts/ids.js';
import { addDays, pacificDate, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import { requireWorkable } from '@crm/domain/access/lead-access.js';
import { forbidden } from '@crm/platform/errors/app-error.js';
import type { Exchange } from '@crm/platform/http/mount-endpoint.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { namesOf } from '../users/owners.js';
import type { FollowupDoc } from './followup.model.js';
import { followupViews } from './followup.view.js';

const inProgressFirst = { completed: 1, datetime: 1, _id: 1 } as const;
const ids = (list: readonly string[]) => list.map((id) => new Types.ObjectId(id));
const anyOf = (name: string, values: readonly unknown[] | undefined) =>
  values === undefined || values.length === 0 ? {} : { [name]: { $in: values } };

/** A user's follow-ups, in progress first, by time. */
export async function listOfUser(
  ctx: FollowupsContext,
  userId: string,
  { completed, limit }: InputOf<typeof listFollowupsOfUser>['query'],
): Promise<Followup[]> {
  const kind: { completed?: Flag } = completed === undefined ? {} : { completed: completed === '1' ? 1 : 0 };
  const docs = await ctx.followups
    .find(alive({ user_id: new Types.ObjectId(userId), ...kind }))
    .sort(inProgressFirst)
    .limit(limit)
    .lean<FollowupDoc[]>();
  return followupViews(ctx, docs);
}

/** Every follow-up of a lead that the actor may work, the next one first. Another agent's lead is 404. */
export async function listAllOfLead(
  ctx: FollowupsContext,
  actor: Actor,
  leadId: string,
  exchange: Pick<Exchange, 'vouchedBy'>,
): Promise<Followup[]> {
  await requireWorkable(ctx, actor, leadId, exchange);
  const docs = await ctx.followups.find(alive({ lead_id: new Types.ObjectId(leadId) })).lean<FollowupDoc[]>();
  return (await followupViews(ctx, docs)).sort(byNext);
}

/** The next follow-up of a lead, if any. */
export async function listOfLead(...asked: Parameters<typeof listAllOfLead>): Promise<Followup[]> {
  return (await listAllOfLead(...asked)).slice(0, 1);
}

/** Instants of a range of days in Los Angeles, inclusive; either end can be open. */
function within({ from, to }: NonNullable<FollowupFilter['dateTime']> = {}) {
  if (from === undefined && to === undefined) return {};
  return {
    datetime: {
      ...(from === undefined ? {} : { $gte: startOfPacificDay(from) }),
      ...(to === undefined ? {} : { $lt: startOfPacificDay(addDays(to, 1)) }),
    },
  };
}

/** The owners to list: of those whose follow-ups the actor sees the selected ones, or all. */
function ownedBy(actor: Actor, picked: readonly string[] | undefined) {
  const seen = ownersSeen(actor);
  if (seen === undefined) return anyOf('user_id', picked && ids(picked));
  const wanted = seen.filter((id) => picked?.includes(id));
  return { user_id: { $in: ids(wanted.length === 0 ? seen : wanted) } };
}

/** A page of follow-ups. Throws 403 if an agent names another user. */
export async function filterList(
  ctx: FollowupsContext,
  actor: Actor,
  { params, user_id, limit, page, sort }: InputOf<typeof filterFollowups>['body'],
): Promise<AnswerOf<typeof filterFollowups>> {
  if (!seesAll(actor) && user_id !== actor.id) throw forbidden();
  const filter = alive({
    ...ownedBy(actor, params.user),
    ...anyOf('status', params.status),
    ...anyOf('lead_id', params.lead && ids(params.lead)),
    ...(params.completed === undefined ? {} : { completed: params.completed }),
    ...within(params.dateTime),
  });
  const direction: 1 | -1 = sort?.order === 'DESC' ? -1 : 1;
  const column = sort?.field === 'fullname' ? 'name_key' : sort?.field;
  const order: Record<string, 1 | -1> =
    column === undefined ? inProgressFirst : { [column]: direction, _id: direction };
  const [docs, totalCount] = await Promise.all([
    ctx.followups
      .find(filter)
      .sort(order)
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<FollowupDoc[]>(),
    ctx.followups.countDocuments(filter),
  ]);
  return { followups: await followupViews(ctx, docs), totalCount };
}

type Params = AnswerOf<typeof followupFilterParams>['params'];

/** The days of the first and the last one. */
async function daysOf(ctx: FollowupsContext, filter: object): Promise<Params['dateTime']> {
  const dayAt = async (direction: 1 | -1) => {
    const doc = await ctx.followups
      .findOne(filter)
      .sort({ datetime: direction, _id: direction })
      .select({ datetime: 1 })
      .lean<Pick<FollowupDoc, 'datetime'>>();
    return doc === null ? undefined : pacificDate(doc.datetime);
  };
  const [from, to] = await Promise.all([dayAt(1), dayAt(-1)]);
  return from === undefined || to === undefined ? null : { from, to };
}

/** The filter options: from a user's follow-ups; for whoever passes the own id, from all that they see. */
export async function filterValues(ctx: FollowupsContext, actor: Actor, userId: string): Promise<Params> {
  const seen = actor.id === userId ? ownersSeen(actor) : [userId];
  const filter = alive(seen === undefined ? {} : { user_id: { $in: ids(seen) } });
  const [used, owners, leads, dateTime] = await Promise.all([
    ctx.followups.distinct('status', filter),
    ctx.followups.distinct('user_id', filter),
    ctx.followups
      .find(filter)
      .sort({ name_key: 1, _id: 1 })
      .limit(maxLeadsOffered * maxFollowupsOfLead)
      .select({ lead_id: 1, fullname: 1 })
      .lean<Pick<FollowupDoc, 'lead_id' | 'fullname'>[]>(),
    daysOf(ctx, filter),
  ]);
  const namesOfLeads = new Map(leads.map(({ lead_id, fullname }) => [lead_id.toHexString(), fullname]));
  const names = [...(await namesOf(ctx, owners))].map(([id, fullname]) => ({ id, fullname }));
  return {
    status: statuses.filter(({ id }) => used.includes(id)).map(({ id, title }) => ({ id, title })),
    lead: [...namesOfLeads].slice(0, maxLeadsOffered).map(([id, fullname]) => ({ id, fullname })),
    user: names.sort((a, b) => a.fullname.localeCompare(b.fullname, 'en')),
    dateTime,
  };
}
