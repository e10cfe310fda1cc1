import { followupFilter, type FollowupFilter } from '@crm/contracts/entities/followup.js';
import { pickedOf } from '../leads/filters/lead-filters.rules.js';

/** What is picked, as the address or the browser's storage has it; what does not fit counts as not picked. */
export const followupFilterOf = (stored: unknown): FollowupFilter =>
  followupFilter.safeParse(stored).data ?? {};

/** The filters with one list replaced; everything or nothing picked drops it. */
export function withList<K extends 'status' | 'lead' | 'user'>(
  values: FollowupFilter,
  by: K,
  picked: readonly NonNullable<FollowupFilter[K]>[number][],
  all: readonly NonNullable<FollowupFilter[K]>[number][],
): FollowupFilter {
  const { [by]: _before, ...rest } = values;
  const kept = pickedOf(picked, all);
  return kept ? { ...rest, [by]: kept } : rest;
}

/** The filters with other days; an end that is empty is open, and both open filter nothing. */
export function withDays(values: FollowupFilter, from: string, to: string): FollowupFilter {
  const { dateTime: _before, ...rest } = values;
  if (from === '' && to === '') return rest;
  return { ...rest, dateTime: { ...(from !== '' && { from }), ...(to !== '' && { to }) } };
}

/** The filters with those in progress alone, the completed alone, or both. */
export function withCompleted(values: FollowupFilter, completed: 0 | 1 | undefined): FollowupFilter {
  const { completed: _before, ...rest } = values;
  return completed === undefined ? rest : { ...rest, completed };
}

/** Whether anything is picked. */
export const isNarrowed = (values: FollowupFilter): boolean => Object.keys(values).length > 0;
