import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { LeadFilterValues } from '../filters/lead-filters.rules.js';

export type BuiltInView = 'all' | 'new' | 'due' | 'replied' | 'mine';

/** A view of a lead table. It narrows the source that stands and leaves it as it is. */
export interface LeadView {
  key: BuiltInView;
  filter: Omit<LeadFilterValues, 'source'>;
}

/** The views that everybody has; an agent's whole list is the own one, so that it has no view of its own. */
export function builtInViews({ id, role }: Pick<Actor, 'id' | 'role'>): LeadView[] {
  return [
    { key: 'all', filter: {} },
    { key: 'new', filter: { status: ['newLead'] } },
    { key: 'due', filter: { waiting: 'due' } },
    { key: 'replied', filter: { waiting: 'replied' } },
    ...(role === roles.admin ? [{ key: 'mine' as const, filter: { agent: [id] } }] : []),
  ];
}

/** The filters of a list once a view is chosen. */
export function valuesOfView({ filter }: LeadView, { source }: LeadFilterValues): LeadFilterValues {
  return source === undefined ? filter : { ...filter, source };
}

const keyOf = ({ status, state, agent, q, waiting }: LeadFilterValues): string =>
  JSON.stringify([status ?? [], state ?? [], agent ?? [], q ?? '', waiting ?? '']);

/** The view that shows exactly what a list is filtered by; undefined where none does. */
export function chosenView(views: readonly LeadView[], values: LeadFilterValues): LeadView | undefined {
  return views.find(({ filter }) => keyOf(filter) === keyOf(values));
}
