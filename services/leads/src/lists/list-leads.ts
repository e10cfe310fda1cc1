import { Types } from 'mongoose';
import { maySeeType, type Actor } from '@crm/contracts/access.js';
import { languageCode } from '@crm/contracts/codes/languages.js';
import { typeId, typeIdOf, type TypeName } from '@crm/contracts/codes/lead-types.js';
import { agentRoles, roles } from '@crm/contracts/codes/roles.js';
import { sources, type SourceId } from '@crm/contracts/codes/sources.js';
import { stateCode } from '@crm/contracts/codes/states.js';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import {
  leadSort,
  type CountedFilter,
  type LeadFilter,
  type LeadSort,
} from '@crm/contracts/entities/lead-filter.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { maxFoundLeads } from '@crm/contracts/http/lead-lists.js';
import { forbidden, invalidField } from '@crm/platform/errors/app-error.js';
import { countMatching } from '@crm/platform/mongo/count-matching.js';
import type { LeadsContext } from '../context.js';
import { shownLeadsOf } from '../lead/lead.policy.js';
import { findPage, firstRows, rowsOf, type Page } from './find-page.js';
import { foundFilter, listFilter, listSort, rawFilter, searchFilter } from './list-query.rules.js';

/** Which rows of which order: a page, counted from 1, or those behind so many others. */
export type Paging = { limit: number; sort?: LeadSort | undefined } & ({ page: number } | { skip: number });

/** `field:ASC` of a query as the order it means; undefined where none is asked for. Throws `invalid`. */
export function readSort(text: string | undefined): LeadSort | undefined {
  if (text === undefined) return undefined;
  const [field, order] = text.split(':');
  const read = leadSort.safeParse({ field, order });
  if (!read.success) throw invalidField('sort', 'Unknown sort column');
  return read.data;
}

const skipOf = (paging: Paging) => ('skip' in paging ? paging.skip : (paging.page - 1) * paging.limit);

/** A page of the lead table. Throws `forbidden` for a type that the actor's sub-roles do not open. */
export async function filterLeads(
  ctx: LeadsContext,
  actor: Actor,
  params: LeadFilter,
  paging: Paging,
): Promise<Page> {
  if (!maySeeType(actor, params.type)) throw forbidden();
  return findPage(ctx, {
    filter: listFilter(params, shownLeadsOf(actor), ctx.clock.now()),
    sort: listSort(paging.sort),
    skip: skipOf(paging),
    limit: paging.limit,
  });
}

/** Raw leads: imported or delivered and never saved by a person. */
export async function listRawLeads(
  ctx: LeadsContext,
  actor: Actor,
  search: string | undefined,
  paging: Paging,
): Promise<Page> {
  const types = typeId.options.map(({ value }) => value).filter((type) => maySeeType(actor, type));
  if (types.length === 0) return { leads: [], totalCount: 0 };
  return findPage(ctx, {
    filter: rawFilter(types, shownLeadsOf(actor), search),
    sort: listSort(paging.sort),
    skip: skipOf(paging),
    limit: paging.limit,
  });
}

/** A guide's own leads, whatever their type. */
export async function listGuideLeads(
  ctx: LeadsContext,
  actor: Actor,
  search: string | undefined,
  paging: Paging,
): Promise<Page> {
  return findPage(ctx, {
    filter: { 'list.agent': actor.id, type_id: { $in: [2, 4] }, ...searchFilter(search) },
    sort: listSort(paging.sort),
    skip: skipOf(paging),
    limit: paging.limit,
  });
}

/** Leads of any type by name, number or e-mail, the newest change first: a guide's own whatever their type. */
export async function searchLeads(ctx: LeadsContext, actor: Actor, search: string): Promise<LeadRow[]> {
  const every = typeId.options.map(({ value }) => value);
  const types = actor.role === roles.guide ? every : every.filter((type) => maySeeType(actor, type));
  const filter = foundFilter(types, shownLeadsOf(actor), search);
  return filter ? firstRows(ctx, { filter, sort: listSort(undefined), limit: maxFoundLeads }) : [];
}

const maxOfAll = 1_000;

async function newestOf(ctx: LeadsContext, filter: Record<string, unknown>): Promise<LeadRow[]> {
  const ids = await ctx.leadCollection
    .find(filter, { projection: { _id: 1 } })
    .sort(listSort(undefined))
    .limit(maxOfAll)
    .toArray();
  return rowsOf(
    ctx,
    ids.map(({ _id }) => _id),
  );
}

/** A user's leads of a type, the newest change first, at most 1,000. */
export function listLeadsOfUser(ctx: LeadsContext, type: TypeName, userId: string): Promise<LeadRow[]> {
  return newestOf(ctx, {
    'list.agent': userId,
    type_id: typeIdOf[type],
    'list.source': { $in: sources.map(({ id }) => id) },
  });
}

/** Leads of a source, the newest change first, at most 1,000. */
export function listLeadsOfSource(ctx: LeadsContext, source: SourceId): Promise<LeadRow[]> {
  return newestOf(ctx, { type_id: { $in: [2, 4] }, 'list.source': source });
}

/** Rows of these ids that the actor may see in a table; used where a browser asks for rows it knows of. */
export async function listByIds(ctx: LeadsContext, actor: Actor, ids: readonly string[]): Promise<LeadRow[]> {
  const rows = await rowsOf(
    ctx,
    ids.map((id) => new Types.ObjectId(id)),
  );
  const own = shownLeadsOf(actor);
  return own === undefined ? rows : rows.filter(({ user_id }) => own.includes(String(user_id)));
}

/** The choices of a filter by the words that the answer uses. */
async function choicesOf(ctx: LeadsContext, by: CountedFilter): Promise<(string | number)[]> {
  if (by === 'status') return statusCode.options;
  if (by === 'state') return stateCode.options;
  if (by === 'language') return languageCode.options;
  if (by === 'source') return sources.map(({ id }) => id);
  const users = await ctx.users
    .find({ role_id: { $in: [...agentRoles, roles.guide] } })
    .select({ _id: 1 })
    .lean();
  return [0, ...users.map(({ _id }) => _id.toHexString())];
}

function withChoice(params: LeadFilter, by: CountedFilter, choice: string | number): LeadFilter {
  if (by === 'source') return { ...params, source: Number(choice) };
  return { ...params, [by]: [choice] };
}

/**
 * How many leads each choice of one filter would show, the others as they stand: a count from the index per choice.
 * Choices that would show nothing are left out.
 */
export async function countLeads(
  ctx: LeadsContext,
  actor: Actor,
  params: LeadFilter,
  by: CountedFilter,
): Promise<Record<string, number>> {
  if (!maySeeType(actor, params.type)) throw forbidden();
  const own = shownLeadsOf(actor);
  const now = ctx.clock.now();
  const choices = by === 'agent' && own !== undefined ? own : await choicesOf(ctx, by);
  const counts = await Promise.all(
    choices.map(async (choice) => {
      const filter = listFilter(withChoice(params, by, choice), own, now);
      return [String(choice), await countMatching(ctx.leads.collection, filter)] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** How many leads each of several filters shows, in their order. Throws `forbidden` for a type that is not open to the actor. */
export async function countViews(
  ctx: LeadsContext,
  actor: Actor,
  views: readonly LeadFilter[],
): Promise<number[]> {
  if (!views.every(({ type }) => maySeeType(actor, type))) throw forbidden();
  const own = shownLeadsOf(actor);
  const now = ctx.clock.now();
  return Promise.all(views.map((view) => countMatching(ctx.leads.collection, listFilter(view, own, now))));
}
