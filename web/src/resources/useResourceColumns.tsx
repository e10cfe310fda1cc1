import { useMemo, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { AnyResource, Fields } from '@crm/contracts/resources/define-resource.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { Clip } from '../lists/Clip.js';
import type { ListColumn } from '../lists/list-column.js';
import type { RecordOf, ResourceView } from './resource-view.js';

const actionsWidth = 112;

/** The field that a record is known by in its row. */
export const namingField = <F extends Fields>({ search, sort }: AnyResource<F>): string =>
  search[0] ?? sort[0];

/** The columns of a view: what a cell shows is its field's own text unless the view has a cell of its own. */
function columnsOf<F extends Fields>({
  resource,
  columns,
}: ResourceView<F>): ListColumn<RecordOf<F> & RaRecord>[] {
  // Each row is parsed once, whatever the number of its cells.
  const parsed = new WeakMap<object, RecordOf<F>>();
  const recordOf = (row: object): RecordOf<F> => {
    const known = parsed.get(row) ?? resource.record.parse(row);
    parsed.set(row, known);
    return known;
  };
  return Object.entries(columns).flatMap(([key, column]) => {
    const field = resource.fields[key];
    if (field === undefined || column === undefined) return [];
    const { cell, ...widths } = column;
    const shown = (record: Record<string, unknown>) => <Clip text={field.shown(record[key])} />;
    return [
      {
        ...widths,
        source: key,
        label: field.short ?? field.label,
        ...(key === namingField(resource) && { names: true as const }),
        ...(field.kind === 'count' && { align: 'right' as const }),
        sorts: field.kind === 'instant' || field.kind === 'count' ? ('DESC' as const) : ('ASC' as const),
        cell: (row) => (cell ?? shown)(recordOf(row)),
      },
    ];
  });
}

/** The columns of a list, with what can be done at the end of each row. */
export function useResourceColumns<F extends Fields>(view: ResourceView<F>, actions: ReactNode) {
  const translate = useResourceMessages();
  const own = useMemo(() => columnsOf(view), [view]);
  const atEnd: ListColumn<RaRecord> = {
    source: 'actions',
    label: translate('crm.resource.actions'),
    align: 'right',
    width: actionsWidth,
    cell: () => actions,
  };
  return [...own, atEnd];
}
