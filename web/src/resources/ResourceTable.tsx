import type { ReactNode } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import { DataTable, useListContext, useTranslate, type RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/resources/define-resource.js';
import { useResourceWords } from '../i18n/resources.en.js';
import { Clip } from '../leads/table/Clip.js';
import { ListFoot } from '../leads/table/ListFoot.js';
import { rightAligned } from '../leads/table/TableFrame.js';
import { TableNotice } from '../leads/table/TableNotice.js';
import { ColumnCount } from '../lists/column-count.js';
import { WaitingRows } from '../lists/WaitingRows.js';
import { nounsOf } from './nouns.rules.js';
import type { RecordOf, ResourceView } from './resource-view.js';

interface Column<R> {
  key: string;
  label: string;
  align: 'left' | 'right';
  width: number;
  cell: (record: R) => ReactNode;
}

const actionsWidth = 112;

function columnsOf<F extends Fields>({ resource, columns }: ResourceView<F>): Column<RecordOf<F>>[] {
  return Object.entries(columns).flatMap(([key, column]) => {
    const field = resource.fields[key];
    if (field === undefined || column === undefined) return [];
    const shown = (record: Record<string, unknown>) => field.shown(record[key]);
    return [
      {
        key,
        label: field.label,
        align: field.kind === 'count' ? ('right' as const) : ('left' as const),
        width: column.width,
        cell: column.cell ?? ((record: RecordOf<F>) => <Clip text={shown(record)} />),
      },
    ];
  });
}

/** Fixed widths, so that nothing moves when rows change; a wide screen spreads what it has beyond their sum. */
function layoutOf(columns: readonly { key: string; width: number }[]): SystemStyleObject<Theme> {
  const widths = columns.map(({ key, width }): [string, SystemStyleObject<Theme>] => [
    `& .column-${key}`,
    { width },
  ]);
  return {
    tableLayout: 'fixed',
    minWidth: columns.reduce((sum, { width }) => sum + width, actionsWidth),
    '& .MuiTableCell-root': {
      px: 0,
      pr: 1,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .MuiTableCell-root:first-of-type': { pl: 2 },
    ...rightAligned,
    ...Object.fromEntries(widths),
  };
}

interface Props<F extends Fields> {
  view: ResourceView<F>;
  /** What an empty list says. */
  empty: ReactNode;
  /** At the end of a row. */
  actions: ReactNode;
}

/** The card of a resource's list: head, rows and foot. The head and the foot stay, the rows scroll. */
export function ResourceTable<F extends Fields>({ view, empty, actions }: Props<F>) {
  const { isFetching, data, isPending, error } = useListContext<RecordOf<F> & RaRecord>();
  const words = useResourceWords();
  const columns = columnsOf(view);
  const layout = layoutOf(columns);
  const hasRows = data !== undefined && data.length > 0 && !isPending;
  return (
    <Paper
      component="section"
      aria-label={nounsOf(view.resource).many}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        overflow: 'hidden',
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Box aria-busy={isFetching} sx={{ flex: '0 1 auto', minHeight: 0, overflow: 'auto' }}>
        {hasRows ? (
          <DataTable
            bulkActionButtons={false}
            rowClick={false}
            sx={{
              '& .RaDataTable-table': layout,
              '& .RaDataTable-thead': { position: 'sticky', top: 0, zIndex: 1 },
            }}
          >
            {columns.map(({ key, label, align, cell }) => (
              <DataTable.Col
                key={key}
                source={key}
                label={label}
                align={align}
                render={(row) => cell(view.resource.record.parse(row))}
              />
            ))}
            <DataTable.Col label={words('crm.resource.actions')} align="right" disableSort>
              {actions}
            </DataTable.Col>
          </DataTable>
        ) : (
          <Table size="small" sx={layout}>
            <TableHead>
              <TableRow>
                {columns.map(({ key, label, align }) => (
                  <TableCell key={key} className={`column-${key}`} align={align}>
                    {label}
                  </TableCell>
                ))}
                <TableCell align="right">{words('crm.resource.actions')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              <ColumnCount value={columns.length + 1}>
                {error ? (
                  <Failed view={view} />
                ) : isPending ? (
                  <WaitingRows count={5} cells={columns.length + 1} />
                ) : (
                  empty
                )}
              </ColumnCount>
            </TableBody>
          </Table>
        )}
      </Box>
      <ListFoot />
    </Paper>
  );
}

function Failed<F extends Fields>({ view }: { view: ResourceView<F> }) {
  const words = useResourceWords();
  const translate = useTranslate();
  const { error, refetch } = useListContext();
  const said = error instanceof Error ? error.message : '';
  return (
    <TableNotice
      role="alert"
      icon={<ErrorOutlineOutlined />}
      title={words('crm.resource.failed', nounsOf(view.resource))}
      text={translate(said, { _: said })}
      actions={
        <Button variant="contained" onClick={() => void refetch()}>
          {words('crm.action.retry')}
        </Button>
      }
    />
  );
}
