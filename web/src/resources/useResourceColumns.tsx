import { useMemo, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/fields/field.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { Clip } from '../controls/Clip.js';
import { Nothing } from '../lists/Nothing.js';
import type { ListColumn, NarrowPlace } from '../lists/list-column.js';
import type { RecordOf, ResourceView } from './resource-view.js';
import { localise } from '../i18n/language.js';
import { shownValue } from '../fields/shown-value.js';

/** The heading fits from two buttons on. */
const widthOfButtons = (count: number) => 40 + 36 * Math.max(2, count);
const actionsColumn = 'actions';
/** What is looked for from its end: the latest, the most. */
const descends: ReadonlySet<string> = new Set(['instant', 'count']);

/** The column that a record is known by in its row. */
export function namingColumn<F extends Fields>({ resource, columns }: ResourceView<F>): string {
  const { search, sort } = resource;
  const named = Object.entries(columns).find(([, column]) => column?.names);
  return named?.[0] ?? search[0] ?? sort[0];
}

/** The columns of a view: what a cell shows is its field's own text unless the view has a cell of its own. */
function columnsOf<F extends Fields>(view: ResourceView<F>): ListColumn<RecordOf<F> & RaRecord>[] {
  const { resource, columns } = view;
  const naming = namingColumn(view);
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
    const shown = (record: Record<string, unknown>) => {
      const text = shownValue(field, record[key]);
      if (text === '') return <Nothing />;
      return column.wraps ? text : <Clip text={text} />;
    };
    return [
      {
        ...widths,
        source: key,
        label: localise(field.short),
        ...(key === naming && { names: true as const }),
        ...(field.kind === 'count' && { align: 'right' as const }),
        // Lists with parts have no order among themselves.
        ...(field.kind !== 'parts' &&
          (resource.sorts?.includes(key) ?? true) && { sorts: descends.has(field.kind) ? 'DESC' : 'ASC' }),
        cell: (row) => (cell ?? shown)(recordOf(row)),
      },
    ];
  });
}

/** What is so short that it stands beside a name. */
const tagWidth = 120;

/**
 * The places of columns on a phone where a view names none: the record's name with the first short one at the end of its
 * line, below it the first of the others with what can be done.
 */
function withPlaces<R>(columns: readonly ListColumn<R>[]): ListColumn<R>[] {
  if (columns.some(({ narrow }) => narrow !== undefined)) return [...columns];
  const others = columns.filter(({ names, source }) => !names && source !== actionsColumn);
  const tag = others.find(({ width, wraps }) => width <= tagWidth && !wraps);
  const below = others.find((column) => column !== tag);
  const placeOf = (column: ListColumn<R>): NarrowPlace | undefined => {
    if (column.names) return 'title';
    if (column.source === actionsColumn) return 'belowEnd';
    if (column === tag) return 'tag';
    return column === below ? 'below' : undefined;
  };
  return columns.map((column) => {
    const narrow = placeOf(column);
    return narrow === undefined ? column : { ...column, narrow };
  });
}

/** The columns of a list, with what can be done, if anything, at the end of each row. */
export function useResourceColumns<F extends Fields>(view: ResourceView<F>, actions: ReactNode) {
  const translate = useResourceMessages();
  const own = useMemo(() => columnsOf(view), [view]);
  const atEnd: ListColumn<RaRecord> = {
    source: actionsColumn,
    label: translate('crm.resource.actions'),
    align: 'right',
    width: widthOfButtons(view.rowButtons ?? 2),
    cell: () => actions,
  };
  const { change, remove } = view.resource.rights;
  return withPlaces((change ?? remove ?? view.rowActions) ? [...own, atEnd] : own);
}
