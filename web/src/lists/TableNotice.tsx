import { useContext, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { ColumnCount } from './column-count.js';
import { EmptyState, type EmptyStateProps } from '../controls/EmptyState.js';

interface Props extends EmptyStateProps {
  /** Errors are announced immediately, empty lists politely. */
  role?: 'alert' | 'status';
  /** Compact, if something is above the table. */
  isLow?: boolean;
}

/** The notice of a table without rows; the header stays. */
export function TableNotice({ role = 'status', isLow = false, ...notice }: Props): ReactNode {
  const columns = useContext(ColumnCount);
  return (
    <TableRow>
      <TableCell colSpan={columns} sx={{ border: 0, whiteSpace: 'normal' }}>
        <Box
          role={role}
          sx={{
            ...{ display: 'flex', minHeight: isLow ? 280 : 440 },
            // In sight where the table is wider than its place.
            ...{ position: 'sticky', left: 0, width: 'calc(100cqi - 24px)' },
          }}
        >
          <EmptyState {...notice} />
        </Box>
      </TableCell>
    </TableRow>
  );
}
