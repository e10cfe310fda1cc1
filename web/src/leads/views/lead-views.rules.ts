import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { SavedView } from '@crm/contracts/http/lead-views.js';
import { leadFilterValues, type LeadFilterValues } from '../filters/lead-filters.rules.js';

export type BuiltInView = 'all' | 'new' | 'due' | 'replied' | 'mine';

/** A view of a lead table. One of everybody's keeps the source that is chosen; a saved one has its own. */
export interface LeadView {
  key: string;
  filter: LeadFilterValues;
  /** What waits for an answer waits wherever its lead came from. */
  isOfAllSources?: true;
  /** Missing of the views that everybody has. */
  saved?: SavedView;
}

/** A view that somebody saved; what does not fit the list any more counts as not picked. */
export const savedView = (saved: SavedView): LeadView => ({
  key: saved.id,
  filter: leadFilterValues.safeParse(saved.filter).data ?? {},
  saved,
});

/** The views that everybody has; an agent's whole list is the own one, so that it has no view of its own. */
export function builtInViews({ id, role }: Pick<Actor, 'id' | 'role'>): (LeadView & { key: BuiltInView })[] {
  return [
    { key: 'all', filter: {} },
    { key: 'new', filter: { status: ['newLead'] } },
    { key: 'due', filter: { waiting: 'due' }, isOfAllSources: true },
    { key: 'replied', filter: { waiting: 'replied' }, isOfAllSources: true },
    ...(role === roles.admin ? [{ key: 'mine' as const, filter: { agent: [id] } }] : []),
  ];
}

/** The filters of a list once a view is chosen; `source`: the one that is chosen, or was before a view of all of them. */
export function valuesOfView(
  { filter, saved, isOfAllSources }: LeadView,
  source: LeadFilterValues['source'],
): LeadFilterValues {
  return saved !== undefined || isOfAllSources || source === undefined ? filter : { ...filter, source };
}

/** What of a list's filters is picked beside its source, however it was put together. */
const keyOf = ({ source: _source, ...picked }: LeadFilterValues): string =>
  JSON.stringify(
    Object.entries(picked)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** The view that shows exactly what a list is filtered by; undefined where none does. */
export function chosenView(views: readonly LeadView[], values: LeadFilterValues): LeadView | undefined {
  return views.find(
    ({ filter, saved }) =>
      keyOf(filter) === keyOf(values) && (saved === undefined || filter.source === values.source),
  );
}
