import { useMemo, type ReactNode, type Ref } from 'react';
import type { RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/resources/define-resource.js';
import { useResourceWords } from '../i18n/resources.en.js';
import { Clip } from '../lists/Clip.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListTable } from '../lists/ListTable.js';
import { nounsOf } from './nouns.rules.js';
import type { RecordOf, ResourceView } from './resource-view.js';

const actionsWidth = 112;
const skeletonRows = 5;

/** The columns of a view: what a cell shows is its field's own text unless the view has a cell of its own. */
export function columnsOf<F extends Fields>({
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
        label: field.label,
        ...(field.kind === 'count' && { align: 'right' as const }),
        sorts: field.kind === 'instant' || field.kind === 'count' ? ('DESC' as const) : ('ASC' as const),
        cell: (row) => (cell ?? shown)(recordOf(row)),
      },
    ];
  });
}

interface Props<F extends Fields> {
  view: ResourceView<F>;
  /** What an empty list says. */
  empty: ReactNode;
  /** At the end of a row. */
  actions: ReactNode;
  /** Where hidden columns are remembered. */
  storeKey: string;
  isDense: boolean;
  readingRef?: Ref<HTMLDivElement>;
}

/** The list of a resource. */
export function ResourceTable<F extends Fields>({ view, actions, ...props }: Props<F>) {
  const words = useResourceWords();
  const nouns = nounsOf(view.resource);
  const own = useMemo(() => columnsOf(view), [view]);
  const atEnd: ListColumn<RaRecord> = {
    source: 'actions',
    label: words('crm.resource.actions'),
    align: 'right',
    width: actionsWidth,
    cell: () => actions,
  };
  return (
    <ListTable<RecordOf<F> & RaRecord>
      {...props}
      label={nouns.many}
      columns={[...own, atEnd]}
      failed={words('crm.resource.failed', nouns)}
      skeletonRows={skeletonRows}
    />
  );
}
