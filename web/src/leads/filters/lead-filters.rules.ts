import { rights, type Actor } from '@crm/contracts/access.js';
import {
  defaultSource,
  sourceAfterClear,
  sourceId,
  sourceIdOf,
  type SourceId,
} from '@crm/contracts/codes/sources.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { EventLeadRow } from '@crm/contracts/entities/lead.js';
import { leadFilter, type LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import { isFoundBy } from '@crm/contracts/leads/lead-search.rules.js';
import { z } from 'zod';

/** What the filter bar keeps. A list that is absent means all of its choices, an absent source all sources. */
export const leadFilterValues = leadFilter
  .omit({ type: true })
  .extend({ source: sourceId.optional(), q: z.string().optional() });
export type LeadFilterValues = z.infer<typeof leadFilterValues>;

/** The filters of a fresh page, and those that stand after 'Clear filters' (rule L11). */
export const freshFilters: LeadFilterValues = { source: defaultSource };
export const clearedFilters: LeadFilterValues = { source: sourceAfterClear };

/** What the page adds to every filter: the type, and the own id of an agent who sees nobody else's leads. */
export function permanentFilter(
  type: TypeId,
  actor: Pick<Actor, 'id' | 'role'>,
): Pick<LeadFilter, 'type' | 'agent'> {
  const seesOthers = rights['leads:filter-by-agent']({ role: actor.role, subroles: [] });
  return seesOthers ? { type } : { type, agent: [actor.id] };
}

/** A list as it is kept: absent when it holds everything or nothing, in the order of its choices otherwise. */
export function pickedOf<V>(picked: readonly V[], all: readonly V[]): V[] | undefined {
  const kept = all.filter((choice) => picked.includes(choice));
  return kept.length === 0 || kept.length === all.length ? undefined : kept;
}

/** The filters that are lists of choices. */
export type ListFilter = 'status' | 'state' | 'agent' | 'language';

/** The filters with one list replaced; everything or nothing picked drops it. */
export function withPicked<K extends ListFilter>(
  values: LeadFilterValues,
  by: K,
  picked: readonly NonNullable<LeadFilterValues[K]>[number][],
  all: readonly NonNullable<LeadFilterValues[K]>[number][],
): LeadFilterValues {
  const { [by]: _before, ...rest } = values;
  const kept = pickedOf(picked, all);
  return kept ? { ...rest, [by]: kept } : rest;
}

/** The filters with another source; none stands for all sources. */
export function withSource(values: LeadFilterValues, source: SourceId | undefined): LeadFilterValues {
  const { source: _before, ...rest } = values;
  return source === undefined ? rest : { ...rest, source };
}

/** Whether anything narrows the list beyond its source. */
export function isNarrowed({ source: _source, ...others }: LeadFilterValues): boolean {
  return Object.values(others).some((value) => value !== undefined && value.length > 0);
}

/** Whether a row belongs to what a list shows: what decides if a live event concerns it. */
export function matchesFilter(row: EventLeadRow, filter: LeadFilter): boolean {
  const lists = (list: readonly unknown[] | undefined, value: unknown) =>
    list === undefined || list.length === 0 || list.includes(value);
  return (
    row.type_id === filter.type &&
    // A row does not say what it waits for: such a list is read again instead.
    filter.waiting === undefined &&
    lists(filter.status, row.status) &&
    lists(filter.state, row.state) &&
    lists(filter.agent, row.user_id) &&
    lists(filter.language, row.language) &&
    (filter.source === undefined || filter.source === null || sourceIdOf(row.source) === filter.source) &&
    // The row has no second number: a search that finds a lead by that alone shows it when the list is read again.
    isFoundBy({ ...row, phones: [row.phone] }, filter.q ?? '')
  );
}
