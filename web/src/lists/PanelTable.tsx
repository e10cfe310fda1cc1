import InboxOutlined from '@mui/icons-material/InboxOutlined';
import { ListContextProvider, ResourceContextProvider, useList, type RaRecord } from 'react-admin';
import { SidewaysScroll } from '../controls/SidewaysScroll.js';
import type { ListColumn } from './list-column.js';
import type { ListView } from './list-view.js';
import { ListRows } from './ListTable.js';
import { TableNotice } from './TableNotice.js';

export interface PanelTableProps<R extends RaRecord> extends Pick<
  ListView<R>,
  'hueOf' | 'addressOf' | 'lockedBy'
> {
  label: string;
  columns: readonly ListColumn<R>[];
  query: { data: readonly R[] | undefined; error: Error | null; refetch: () => Promise<unknown> };
  empty: { title: string; text: string };
  /** That the rows could not be read; why, the error itself says. */
  failed?: string;
}

/** A short table in a card, with rows from a call of its own. */
export function PanelTable<R extends RaRecord>({
  label,
  columns,
  query,
  empty,
  failed,
  ...view
}: PanelTableProps<R>) {
  const { data, error, refetch } = query;
  const rows = data && [...data];
  const list = useList<R>({
    ...(rows && { data: rows }),
    isPending: rows === undefined && error === null,
    error,
  });
  // What is typed in a row stands in it at once; react-admin's list follows a moment later.
  const now = rows && list.data ? { ...list, data: rows, total: rows.length } : list;
  // React-admin's list of what failed has no rows: that would read as if there were none.
  const shown =
    error !== null && rows === undefined
      ? { ...list, data: undefined, total: undefined, meta: undefined, error, isPending: false as const }
      : now;
  return (
    <ResourceContextProvider value={label}>
      <ListContextProvider value={{ ...shown, refetch }}>
        <SidewaysScroll sx={{ flex: 'none', containerType: 'inline-size' }}>
          <ListRows
            isLow
            label={label}
            columns={columns}
            {...(failed && { failed })}
            empty={<TableNotice isLow icon={<InboxOutlined />} {...empty} />}
            skeletonRows={3}
            {...view}
          />
        </SidewaysScroll>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}
