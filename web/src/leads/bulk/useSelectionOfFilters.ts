import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';

/** Unchecks all when the filters change: an action for what is checked must not meet leads that stand nowhere on the screen. */
export function useSelectionOfFilters(): void {
  const list = useListContext<LeadRow>();
  const { onUnselectItems } = list;
  const filters = JSON.stringify(list.filterValues);
  const before = useRef(filters);
  useEffect(() => {
    if (before.current === filters) return;
    before.current = filters;
    onUnselectItems();
  }, [filters, onUnselectItems]);
}
