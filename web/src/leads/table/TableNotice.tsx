import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { EmptyState, type EmptyStateProps } from '../../controls/EmptyState.js';

interface Props extends EmptyStateProps {
  /** A refusal is said at once, an empty list quietly. */
  role?: 'alert' | 'status';
}

/** What stands in a table without rows; the head above it stays. */
export function TableNotice({ role = 'status', ...notice }: Props): ReactNode {
  return (
    <TableRow>
      <TableCell colSpan={99} sx={{ border: 0, whiteSpace: 'normal' }}>
        <Box role={role} sx={{ display: 'flex', minHeight: 440 }}>
          <EmptyState {...notice} />
        </Box>
      </TableCell>
    </TableRow>
  );
}
