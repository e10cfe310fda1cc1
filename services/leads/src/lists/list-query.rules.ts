import { defaultLanguage, languageCode, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { sources } from '@crm/contracts/codes/sources.js';
import { stateCode } from '@crm/contracts/codes/states.js';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { LeadFilter, LeadSort, LeadSortField, WaitingFor } from '@crm/contracts/entities/lead-filter.js';
import { searchedWords } from '@crm/contracts/leads/lead-search.rules.js';
import { beforeAnyDate } from '../lead/list-indexes.js';
import { statusOrder } from '../lead/list-keys.rules.js';
import { literalPattern } from '@crm/platform/mongo/literal-pattern.js';

/** A filter in the store's form, over `list` alone where it can be. */
export type ListFilter = Record<string, unknown>;
export type ListSort = Record<string, 1 | -1>;

const everySource = sources.map(({ id }) => id);

/** One value as itself, several as any of them. */
function oneOf<T>(values: readonly T[]): T | { $in: readonly T[] } {
  const [first] = values;
  return values.length === 1 && first !== undefined ? first : { $in: values };
}

/** Those of the agents asked for that are among the own; all own ones where there are none. */
function amongOwn(asked: readonly string[] = [], own: readonly string[]): readonly string[] {
  const wanted = asked.filter((agent) => own.includes(agent));
  return wanted.length === 0 ? own : wanted;
}

/** A filter's picked values; undefined where nothing or everything is picked, which filters nothing. */
function picked<T>(values: readonly T[] | undefined, all: number): T[] | undefined {
  const distinct = [...new Set(values ?? [])];
  return distinct.length === 0 || distinct.length >= all ? undefined : distinct;
}

/** Leads from before it was asked have none, and are written to in the default one: that is any but the others. */
function languageFilter(languages: readonly LanguageCode[]): ListFilter {
  const others = languageCode.options.filter((language) => !languages.includes(language));
  return { language: languages.includes(defaultLanguage) ? { $nin: others } : oneOf(languages) };
}

/** The condition of a search, as `isFoundBy` has it; undefined where nothing is searched for. */
export function searchFilter(text: string | undefined): ListFilter | undefined {
  const conditions = searchedWords(text ?? '').map((word) => ({
    'list.words': { $regex: `^${literalPattern(word)}` },
  }));
  return conditions.length > 1 ? { $and: conditions } : conditions[0];
}

/** What leads wait for, as the partial indexes have it. */
function waitingFilter(waiting: WaitingFor, now: Date): ListFilter {
  return waiting === 'due'
    ? { 'day.followup.at': { $gt: beforeAnyDate, $lte: now } }
    : { 'day.replied': { $gt: beforeAnyDate } };
}

/**
 * The lead filter in the store's form (rule L11). `own` are the agents whose leads whoever asks sees: the agent filter
 * chooses among them, whatever is sent; by `now` a follow-up is due.
 */
export function listFilter(filter: LeadFilter, own: readonly string[] | undefined, now: Date): ListFilter {
  const statuses = picked(filter.status, statusCode.options.length);
  const states = picked(filter.state, stateCode.options.length);
  const languages = picked(filter.language, languageCode.options.length);
  const asked = picked(filter.agent, Infinity)?.map((agent) => (agent === 0 ? '' : agent));
  const agents = own === undefined ? asked : amongOwn(asked, own);
  return {
    type_id: filter.type,
    'list.source': filter.source ?? { $in: everySource },
    ...(agents ? { 'list.agent': oneOf(agents) } : {}),
    ...(statuses ? { 'list.status': oneOf(statuses.map(statusOrder)) } : {}),
    ...(states ? { 'list.state': oneOf(states) } : {}),
    ...(languages ? languageFilter(languages) : {}),
    ...(filter.waiting === undefined ? {} : waitingFilter(filter.waiting, now)),
    ...searchFilter(filter.q),
  };
}

const keyOf: Record<LeadSortField, string> = {
  status: 'list.status',
  source: 'list.source',
  agent_fullname: 'list.agent_name',
  fullname: 'list.name',
  email: 'list.email',
  phone: 'list.phone',
  premium_price: 'list.premium',
  premium_carrier: 'list.carrier',
  term: 'list.product',
  coverage_type: 'list.product',
  state: 'list.state',
  birth_date: 'list.birth_date',
  type: 'type_id',
  updatedAt: 'updatedAt',
};

/** Columns with few values: many leads share one, and among those the last change decides, as their indexes go on. */
const coarse: ReadonlySet<LeadSortField> = new Set(['status', 'source', 'state', 'type']);

/** The order of a list: by the column, then by id, so that no lead stands on two pages. Newest change first by default. */
export function listSort(sort: LeadSort | undefined): ListSort {
  const direction = sort?.order === 'ASC' ? 1 : -1;
  const field = sort?.field ?? 'updatedAt';
  const next: ListSort = coarse.has(field) ? { updatedAt: direction } : {};
  return { [keyOf[field]]: direction, ...next, _id: direction };
}

/** What raw leads somebody sees: all, or those of the own types that are among `own` or nobody's. */
export function rawFilter(
  types: readonly TypeId[],
  own: readonly string[] | undefined,
  search: string | undefined,
): ListFilter {
  return {
    empty: 1,
    type_id: oneOf(types),
    ...(own === undefined ? {} : { 'list.agent': { $in: ['', ...own] } }),
    ...searchFilter(search),
  };
}

/**
 * The leads of these types that a search finds, among `own` where only those are shown; undefined where the text names
 * nothing to look for, which finds nothing here.
 */
export function foundFilter(
  types: readonly TypeId[],
  own: readonly string[] | undefined,
  search: string,
): ListFilter | undefined {
  const found = searchFilter(search);
  if (found === undefined || types.length === 0) return undefined;
  return {
    type_id: oneOf(types),
    'list.source': { $in: everySource },
    ...(own === undefined ? {} : { 'list.agent': oneOf(own) }),
    ...found,
  };
}
