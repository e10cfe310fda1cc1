import type { ReactNode } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useSystemWords } from '../i18n/system.en.js';
import { TableNotice } from '../lists/TableNotice.js';
import { ColumnCount } from '../lists/column-count.js';
import { WaitingRows } from '../lists/WaitingRows.js';

interface Props<R> {
  label: string;
  columns: readonly (readonly [label: string, align: 'left' | 'right'])[];
  query: { data: readonly R[] | undefined; isError: boolean; refetch: () => Promise<unknown> };
  empty: { title: string; text: string };
  row: (row: R) => ReactNode;
}

/** A short table of the system page: its rows, or why there are none. */
export function PanelTable<R>({ label, columns, query, empty, row }: Props<R>) {
  const words = useSystemWords();
  const { data, isError, refetch } = query;
  return (
    <Table size="small" aria-label={label} sx={{ minWidth: 760 }}>
      <TableHead>
        <TableRow>
          {columns.map(([name, align]) => (
            <TableCell key={name} align={align}>
              {name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <ColumnCount value={columns.length}>
          {isError && data === undefined ? (
            <TableNotice
              isLow
              role="alert"
              icon={<ErrorOutlineOutlined />}
              title={words('crm.system.failedTitle')}
              text={words('crm.system.failedText')}
              actions={
                <Button variant="outlined" onClick={() => void refetch()}>
                  {words('crm.action.retry')}
                </Button>
              }
            />
          ) : data === undefined ? (
            <WaitingRows count={3} columns={columns.map(([name]) => name)} />
          ) : data.length === 0 ? (
            <TableNotice isLow icon={<InboxOutlined />} title={empty.title} text={empty.text} />
          ) : (
            data.map(row)
          )}
        </ColumnCount>
      </TableBody>
    </Table>
  );
}
