import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { SavedView } from '@crm/contracts/http/lead-views.js';
import { leadFilterValues, type LeadFilterValues } from '../filters/lead-filters.rules.js';

export type BuiltInView = 'all' | 'new' | 'due' | 'replied' | 'mine';

/** A view of a lead table. One of everybody's narrows the source that stands and leaves it; a saved one has its own. */
export interface LeadView {
  key: string;
  filter: LeadFilterValues;
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
    { key: 'due', filter: { waiting: 'due' } },
    { key: 'replied', filter: { waiting: 'replied' } },
    ...(role === roles.admin ? [{ key: 'mine' as const, filter: { agent: [id] } }] : []),
  ];
}

/** The filters of a list once a view is chosen. */
export function valuesOfView({ filter, saved }: LeadView, { source }: LeadFilterValues): LeadFilterValues {
  return saved !== undefined || source === undefined ? filter : { ...filter, source };
}

const keyOf = ({ status, state, agent, q, waiting }: LeadFilterValues): string =>
  JSON.stringify([status ?? [], state ?? [], agent ?? [], q ?? '', waiting ?? '']);

/** The view that shows exactly what a list is filtered by; undefined where none does. */
export function chosenView(views: readonly LeadView[], values: LeadFilterValues): LeadView | undefined {
  return views.find(
    ({ filter, saved }) =>
      keyOf(filter) === keyOf(values) && (saved === undefined || filter.source === values.source),
  );
}
