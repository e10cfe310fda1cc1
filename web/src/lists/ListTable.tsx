import type { ReactNode, Ref } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import Tooltip from '@mui/material/Tooltip';
import { useListContext, useTranslate, type RaRecord } from 'react-admin';
import { useWords } from '../i18n/useWords.js';
import { ListFoot } from '../leads/table/ListFoot.js';
import { rightAligned } from '../leads/table/TableFrame.js';
import { pageSelection, withPageToggled } from '../leads/table/selection.rules.js';
import { TableNotice } from '../leads/table/TableNotice.js';
import type { HueName } from '../theme/tokens.js';
import { ColumnCount } from './column-count.js';
import type { ListColumn } from './list-column.js';
import { ListRow } from './ListRow.js';
import { WaitingRows } from './WaitingRows.js';

interface Props<R> {
  label: string;
  columns: readonly ListColumn<R>[];
  /** What an empty list says. */
  empty: ReactNode;
  /** How many rows of a skeleton stand for the first reading. */
  skeletonRows?: number;
  /** What a row's box is called; without it rows cannot be checked. */
  checkLabel?: (row: R) => string;
  /** The colour of a row, as edge and tint. */
  hueOf?: (row: R) => HueName;
  /** Where a click on a row leads. */
  addressOf?: (row: R) => string | undefined;
  /** What stands above the head. */
  band?: ReactNode;
  footNote?: ReactNode;
  /** Told of pointer and focus, so that nothing moves under a reader. */
  readingRef?: Ref<HTMLDivElement>;
}

const checkWidth = 42;

/** The card of a list: head, rows and foot. The head and the foot stay, the rows scroll. */
export function ListTable<R extends RaRecord>({
  label,
  columns,
  band,
  footNote,
  readingRef,
  ...body
}: Props<R>) {
  const { isFetching } = useListContext<R>();
  const least = columns.reduce((sum, { width }) => sum + width, body.checkLabel ? checkWidth : 0);
  return (
    <Paper
      component="section"
      aria-label={label}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        overflow: 'hidden',
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      {band}
      <Box
        ref={readingRef}
        aria-busy={isFetching}
        sx={{ flex: '0 1 auto', minHeight: 0, overflow: 'auto', overscrollBehaviorX: 'contain' }}
      >
        <Table
          size="small"
          stickyHeader
          aria-label={label}
          sx={{
            tableLayout: 'fixed',
            minWidth: least,
            '& .MuiTableCell-root': { px: 0, pr: 1 },
            // Said as closely as a row says it of its first cell, which this one is.
            '& .MuiTableCell-root.MuiTableCell-paddingCheckbox:first-of-type': {
              width: checkWidth,
              p: 0,
              textAlign: 'center',
              overflow: 'visible',
            },
            ...(!body.checkLabel && { '& .MuiTableCell-root:first-of-type': { pl: 2 } }),
            ...rightAligned,
          }}
        >
          <Head columns={columns} hasCheckboxes={body.checkLabel !== undefined} />
          <TableBody>
            <Rows columns={columns} {...body} />
          </TableBody>
        </Table>
      </Box>
      <ListFoot note={footNote} />
    </Paper>
  );
}

function Head<R extends RaRecord>({
  columns,
  hasCheckboxes,
}: {
  columns: readonly ListColumn<R>[];
  hasCheckboxes: boolean;
}) {
  const { sort, setSort } = useListContext<R>();
  return (
    <TableHead>
      <TableRow>
        {hasCheckboxes && (
          <TableCell padding="checkbox">
            <PageCheckbox />
          </TableCell>
        )}
        {columns.map(({ source, label, hint, align, width, sorts }) => {
          const isSorted = sort.field === source;
          const direction = sort.order === 'ASC' ? 'asc' : 'desc';
          const shown = hint ? (
            <Tooltip title={hint}>
              <span>{label}</span>
            </Tooltip>
          ) : (
            label
          );
          return (
            <TableCell
              key={source}
              align={align ?? 'left'}
              sx={{ width, whiteSpace: 'nowrap' }}
              {...(sorts && isSorted && { sortDirection: direction })}
            >
              {sorts ? (
                <TableSortLabel
                  active={isSorted}
                  direction={isSorted ? direction : sorts === 'ASC' ? 'asc' : 'desc'}
                  onClick={() => {
                    const turned = sort.order === 'ASC' ? 'DESC' : 'ASC';
                    setSort({ field: source, order: isSorted ? turned : sorts });
                  }}
                >
                  {shown}
                </TableSortLabel>
              ) : (
                shown
              )}
            </TableCell>
          );
        })}
      </TableRow>
    </TableHead>
  );
}

/** The box that stands for the page. */
function PageCheckbox() {
  const words = useWords();
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => String(id));
  const state = pageSelection(ids, selectedIds.map(String));
  return (
    <Checkbox
      checked={state === 'all'}
      indeterminate={state === 'some'}
      disabled={ids.length === 0}
      onChange={() => {
        onSelect(withPageToggled(ids, selectedIds.map(String)));
      }}
      slotProps={{ input: { 'aria-label': words('crm.leads.checkPage') } }}
    />
  );
}

function Rows<R extends RaRecord>({
  columns,
  empty,
  skeletonRows,
  ...row
}: Pick<Props<R>, 'columns' | 'empty' | 'skeletonRows' | 'checkLabel' | 'hueOf' | 'addressOf'>) {
  const { data, error, isPending, perPage, refetch } = useListContext<R>();
  const translate = useTranslate();
  const words = useWords();
  const cells = columns.length + (row.checkLabel ? 1 : 0);
  if (error && !data) {
    return (
      <TableNotice
        role="alert"
        icon={<ErrorOutlineOutlined />}
        title={words('crm.list.loadFailed')}
        text={translate(error.message, { _: error.message })}
        actions={
          <Button variant="contained" onClick={() => void refetch()}>
            {words('crm.action.retry')}
          </Button>
        }
      />
    );
  }
  if (isPending) {
    return <WaitingRows count={skeletonRows ?? perPage} cells={cells} />;
  }
  if (!data || data.length === 0) return <ColumnCount value={cells}>{empty}</ColumnCount>;
  return data.map((each) => <ListRow<R> key={each.id} row={each} columns={columns} {...row} />);
}
