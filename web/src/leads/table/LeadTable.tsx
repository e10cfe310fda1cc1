import { useMemo, type ReactNode, type Ref } from 'react';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { useWords } from '../../i18n/useWords.js';
import { ListTable } from '../../lists/ListTable.js';
import { LeadCell } from './LeadCell.js';
import { isBusyFor } from './lead-row.rules.js';
import type { LeadColumn } from './lead-columns.js';
import { useTableReader } from './table-reader.js';

interface Props {
  columns: readonly LeadColumn[];
  /** Where hidden columns are remembered. */
  storeKey: string;
  /** What stands above the head: the bulk band. */
  band?: ReactNode;
  /** What an empty list says. */
  empty: ReactNode;
  /** Words at the left of the foot, after the range. */
  footNote?: ReactNode;
  readingRef?: Ref<HTMLDivElement>;
  label: string;
}

/** A list of leads: a row that somebody else has open is locked, any other leads to its lead. */
export function LeadTable({ columns, ...props }: Props) {
  const { userId, isDense, isOpenable, hasCheckboxes, hueOf } = useTableReader();
  const words = useWords();
  const shown = useMemo(
    () =>
      columns.map(({ label, source, ...column }) => ({
        ...column,
        source,
        label: words(label),
        sorts: source === 'updatedAt' || source === 'premium_price' ? ('DESC' as const) : ('ASC' as const),
        cell: () => <LeadCell column={source} />,
      })),
    [columns, words],
  );
  return (
    <ListTable<LeadRow>
      {...props}
      columns={shown}
      isDense={isDense}
      hueOf={hueOf}
      addressOf={(row) => (isOpenable(row) ? `/lead/${row.id}` : undefined)}
      isGrey={(row) => !isOpenable(row)}
      lockedBy={(row) => (isBusyFor(row, userId) ? (row.busy_fullname ?? '') : undefined)}
      {...(hasCheckboxes && {
        checkLabel: ({ fullname }: LeadRow) => words('crm.leads.checkRow', { name: fullname }),
      })}
    />
  );
}
