import { createContext, useContext } from 'react';
import type { Hue } from '@crm/contracts/codes/statuses.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { rowHue } from './lead-row.rules.js';

/** Who reads a table, and on what: rows and cells look alike in the lead table and the raw leads. */
export interface TableReader {
  userId: string;
  /** A wide screen has room for whole names (from 1600 on). */
  isWide: boolean;
  /** 40 px rows in place of 44. */
  isDense: boolean;
  /** Whether a free row leads to its lead at all: of raw leads only life rows do. */
  isOpenable: (row: LeadRow) => boolean;
  /** Whether rows can be checked. */
  hasCheckboxes: boolean;
  /** The colour of a row by its status: raw leads have fewer than others. */
  hueOf: (row: LeadRow) => Hue;
}

export const TableReaderContext = createContext<TableReader>({
  userId: '',
  isWide: false,
  isDense: false,
  isOpenable: () => true,
  hasCheckboxes: true,
  hueOf: rowHue,
});

/** The reader of the table around. */
export function useTableReader(): TableReader {
  return useContext(TableReaderContext);
}
