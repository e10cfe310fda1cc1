import { useCallback, useEffect, useMemo, type ReactNode, type Ref } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import TableBody from '@mui/material/TableBody';
import {
  DataTableBase,
  RecordContextProvider,
  useDataTableDataContext,
  useListContext,
  useResourceContext,
  useStore,
  useStoreContext,
  useTranslate as useTranslateAny,
  type RaRecord,
} from 'react-admin';
import { RetryButton } from '../controls/RetryButton.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { hiddenAtFirst, type ListColumn } from './list-column.js';
import { ListFoot } from './ListFoot.js';
import { ListFrame } from './ListFrame.js';
import { ListHead } from './ListHead.js';
import { narrowestWidth, scrollbarRoom } from './list-layout.js';
import { cellsOf } from './list-cells.js';
import { ListRow } from './ListRow.js';
import { ListViewProvider, type ListView } from './list-view.js';
import { PlacedTable } from './PlacedTable.js';
import { TableNotice } from './TableNotice.js';
import { WaitingRows } from './WaitingRows.js';

interface RowsProps<R> extends ListView<R> {
  label: string;
  columns: readonly ListColumn<R>[];
  /** The store key of hidden columns; default: the resource. */
  storeKey?: string;
  /** Empty state. */
  empty: ReactNode;
  /** Error state. */
  failed?: string;
  /** Number of skeleton rows on first load. */
  skeletonRows?: number;
  /** Compact notices, if something is above the table. */
  isLow?: boolean;
  /** Room for a scrollbar in the last column. */
  room?: number | undefined;
}

interface Props<R> extends RowsProps<R> {
  /** Rendered above the header. */
  band?: ReactNode;
  /** Rendered at the left of the footer, after the range. */
  footNote?: ReactNode;
  /** Pointer and focus handlers, so that nothing moves under a reader. */
  readingRef?: Ref<HTMLDivElement>;
  /** Without a card of its own, its foot at the end of its place. */
  isPane?: boolean;
}

/** The card of a list: band, header, rows and footer. Header and footer stay, the rows scroll. */
export function ListTable<R extends RaRecord>(props: Props<R>) {
  const { label, band, footNote, readingRef, isPane = false } = props;
  const { isFetching } = useListContext<R>();
  const { shown } = useShownColumns(props);
  const room = isPane ? 0 : scrollbarRoom;
  const fits = `@container (min-width: ${String(narrowestWidth(shown, props.checkLabel !== undefined) + room)}px)`;
  return (
    <Paper
      component="section"
      aria-label={label}
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        overflow: 'hidden',
        containerType: 'inline-size',
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
        ...(isPane && {
          ...{ flex: 1, borderWidth: '1px 0 0', borderColor: 'border.default' },
          ...{ borderRadius: 0, boxShadow: 'none' },
        }),
      })}
    >
      {band}
      <Box
        ref={readingRef}
        // Rows that are not focusable cannot be scrolled by keyboard: then the scroll container is focusable.
        tabIndex={props.addressOf ? undefined : 0}
        aria-busy={isFetching}
        sx={{
          ...{ position: 'relative', flex: isPane ? 1 : '0 1 auto', minHeight: 0, overflow: 'auto' },
          overscrollBehaviorX: 'contain',
          // The table is wider than what a scrollbar leaves: only its room is covered.
          ...(room > 0 && { [fits]: { overflowX: 'hidden' } }),
        }}
      >
        <ListRows {...props} room={room} />
      </Box>
      <ListFoot note={footNote} />
    </Paper>
  );
}

/** Header and rows of the surrounding list, for an existing card. */
export function ListRows<R extends RaRecord>(props: RowsProps<R>) {
  const { checkLabel, hueOf, isOpen, addressOf, lockedBy, isGrey, isDense } = props;
  const { shown } = useShownColumns(props);
  const view = useMemo(
    () => ({
      cellsOf: cellsOf(shown),
      ...(checkLabel && { checkLabel }),
      ...(hueOf && { hueOf }),
      ...(isOpen && { isOpen }),
      ...(addressOf && { addressOf }),
      ...(lockedBy && { lockedBy }),
      ...(isGrey && { isGrey }),
      ...(isDense !== undefined && { isDense }),
    }),
    [shown, checkLabel, hueOf, isOpen, addressOf, lockedBy, isGrey, isDense],
  );
  return (
    // Rows are rendered by contexts of react-admin's, which are not generic in them.
    <ListViewProvider value={view as ListView<RaRecord>}>
      <Rows {...props} />
    </ListViewProvider>
  );
}

function Rows<R extends RaRecord>(props: RowsProps<R>) {
  const { label, empty, failed, skeletonRows, isLow = false, room, checkLabel, lockedBy } = props;
  const { data, error, isPending, perPage, refetch, total } = useListContext<R>();
  const { storeKey, atFirst, shown } = useShownColumns(props);
  const waiting = useWaitingRows(`${storeKey}.rows`, data?.length, skeletonRows ?? perPage);
  const translateAny = useTranslateAny();
  const translate = useTranslate();
  const isFree = useCallback((row: R) => lockedBy?.(row) === undefined, [lockedBy]);

  if (error && !data) {
    return (
      <ListFrame columns={shown} label={label} room={room}>
        <TableNotice
          role="alert"
          isLow={isLow}
          icon={<ErrorOutlineOutlined />}
          title={failed ?? translate('crm.list.loadFailed')}
          text={translateAny(error.message, { _: error.message })}
          actions={
            <RetryButton
              size="medium"
              variant={isLow ? 'outlined' : 'contained'}
              onRetry={() => Promise.resolve(refetch())}
            />
          }
        />
      </ListFrame>
    );
  }
  if (isPending) {
    return (
      <ListFrame columns={shown} label={label} room={room}>
        <WaitingRows count={waiting} columns={shown.map(({ source }) => source)} />
      </ListFrame>
    );
  }
  if (!data || data.length === 0 || total === 0) {
    return (
      <ListFrame columns={shown} label={label} room={room}>
        {empty}
      </ListFrame>
    );
  }
  return (
    <DataTableBase<R>
      storeKey={storeKey}
      hiddenColumns={atFirst}
      hasBulkActions={checkLabel !== undefined}
      isRowSelectable={isFree}
      loading={null}
      empty={null}
    >
      <PlacedTable label={label} columns={shown} room={room}>
        <ListHead columns={shown} />
        <ListBody />
      </PlacedTable>
    </DataTableBase>
  );
}

/** The columns that are not hidden, and where that is kept. */
function useShownColumns<R>({ columns, storeKey: own }: Pick<RowsProps<R>, 'columns' | 'storeKey'>) {
  const resource = useResourceContext();
  const storeKey = own ?? `${String(resource)}.columns`;
  const atFirst = useMemo(() => hiddenAtFirst(columns), [columns]);
  const [hidden] = useStore<string[]>(storeKey, atFirst);
  const shown = useMemo(() => columns.filter(({ source }) => !hidden.includes(source)), [columns, hidden]);
  return { storeKey, atFirst, shown };
}

/** As many as there were the last time, so that nothing below them moves when they come. */
function useWaitingRows(key: string, there: number | undefined, atFirst: number): number {
  const store = useStoreContext();
  useEffect(() => {
    if (there !== undefined && there > 0) store.setItem(key, there);
  }, [there, key, store]);
  return store.getItem<number>(key) ?? atFirst;
}

function ListBody() {
  const rows = useDataTableDataContext<RaRecord>();
  return (
    <TableBody className="RaDataTable-tbody">
      {rows?.map((row) => (
        <RecordContextProvider key={row.id} value={row}>
          <ListRow row={row} />
        </RecordContextProvider>
      ))}
    </TableBody>
  );
}
