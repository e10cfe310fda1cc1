import { useCallback, useMemo } from 'react';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import type { ListColumn } from '../../lists/list-column.js';
import { FieldCell, LeadCell } from './LeadCell.js';
import type { FieldColumn, LeadColumn } from './lead-columns.js';
import { isBusyFor } from './lead-row.rules.js';
import type { TableReader } from './table-reader.js';
import { localise } from '../../i18n/language.js';

/** How a list of leads looks to its reader: a row that somebody else has open is locked, any other leads to its lead. */
export function useLeadTable(
  columns: readonly (LeadColumn | FieldColumn)[],
  { userId, isDense, isOpenable, hasCheckboxes, hueOf }: TableReader,
) {
  const translate = useTranslate();
  const shown = useMemo(
    () =>
      columns.map((column): ListColumn<LeadRow> => {
        if ('shown' in column) {
          const { title, shown: textOf, isSortable, ...rest } = column;
          return {
            ...rest,
            label: localise(title),
            ...(isSortable && { sorts: 'ASC' }),
            cell: (row) => <FieldCell text={textOf(row)} />,
          };
        }
        const { label, source, ...rest } = column;
        return {
          ...rest,
          source,
          label: translate(label),
          sorts: source === 'updatedAt' || source === 'premium_price' ? 'DESC' : 'ASC',
          cell: (row) => <LeadCell column={source} row={row} />,
        };
      }),
    [columns, translate],
  );
  const checkLabel = useCallback(
    ({ fullname }: LeadRow) => translate('crm.leads.checkRow', { name: fullname }),
    [translate],
  );
  const addressOf = useCallback(
    (row: LeadRow) => (isOpenable(row) ? `/lead/${row.id}` : undefined),
    [isOpenable],
  );
  const isGrey = useCallback((row: LeadRow) => !isOpenable(row), [isOpenable]);
  const lockedBy = useCallback(
    (row: LeadRow) => (isBusyFor(row, userId) ? (row.busy_fullname ?? '') : undefined),
    [userId],
  );
  // The same from one drawing of the page to the next: rows are drawn again where something of theirs has changed.
  return {
    ...{ columns: shown, isDense, hueOf, addressOf, isGrey, lockedBy },
    ...(hasCheckboxes && { checkLabel }),
  };
}
