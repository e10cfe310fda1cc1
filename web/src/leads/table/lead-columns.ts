import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { LeadSortField } from '@crm/contracts/entities/lead-input.js';
import type { WordKey } from '../../i18n/useWords.js';

/** A column of the lead table. Widths are in pixels; the table spreads what a wide screen has beyond their sum. */
export interface LeadColumn {
  source: LeadSortField;
  /** The word of its head, a key of the messages. */
  label: WordKey;
  /** At 1280, and from 1600 on (look: Table). */
  width: number;
  wide: number;
  align?: 'right';
}

/** The first column: a checkbox, or the lock of a busy row. */
export const selectionColumn = { width: 42, wide: 54 };

const status: LeadColumn = { source: 'status', label: 'crm.leads.column.status', width: 154, wide: 160 };
const source: LeadColumn = { source: 'source', label: 'crm.leads.column.source', width: 54, wide: 96 };
const lastChange: LeadColumn = {
  source: 'updatedAt',
  label: 'crm.leads.column.lastChange',
  width: 154,
  wide: 178,
};
const state: LeadColumn = { source: 'state', label: 'crm.leads.column.state', width: 46, wide: 64 };

/** The columns of life leads (lead-work section 2, Lead table). */
export const lifeColumns: readonly LeadColumn[] = [
  status,
  source,
  { source: 'agent_fullname', label: 'crm.leads.column.agent', width: 82, wide: 176 },
  { source: 'fullname', label: 'crm.leads.column.fullname', width: 150, wide: 216 },
  { source: 'email', label: 'crm.leads.column.email', width: 142, wide: 236 },
  { source: 'phone', label: 'crm.leads.column.phone', width: 120, wide: 140 },
  { source: 'premium_price', label: 'crm.leads.column.premium', width: 78, wide: 92, align: 'right' },
  { source: 'premium_carrier', label: 'crm.leads.column.carrier', width: 74, wide: 116 },
  { source: 'term', label: 'crm.leads.column.product', width: 76, wide: 108 },
  state,
  lastChange,
];

/** Health leads have no premium and no carrier; their product is the coverage type. */
export const healthColumns: readonly LeadColumn[] = [
  status,
  source,
  { source: 'agent_fullname', label: 'crm.leads.column.agent', width: 96, wide: 176 },
  { source: 'fullname', label: 'crm.leads.column.fullname', width: 190, wide: 240 },
  { source: 'email', label: 'crm.leads.column.email', width: 190, wide: 264 },
  { source: 'phone', label: 'crm.leads.column.phone', width: 120, wide: 140 },
  { source: 'coverage_type', label: 'crm.leads.column.product', width: 126, wide: 160 },
  state,
  lastChange,
];

/** The columns that go with a lead type: the health columns where the filter's type is 4. */
export function columnsFor(type: TypeId): readonly LeadColumn[] {
  return type === 4 ? healthColumns : lifeColumns;
}

/** The width below which the table scrolls sideways instead of squeezing its columns. */
export function leastWidth(columns: readonly LeadColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, selectionColumn.width);
}
