import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { leadSortField, type LeadSortField } from '@crm/contracts/entities/lead-filter.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import type { MessageKey } from '../../i18n/useTranslate.js';
import type { NarrowPlace } from '../../lists/list-column.js';
import { shownValue } from '../../fields/shown-value.js';

/** A column of the lead table. Widths are in pixels; the table spreads what a wide screen has beyond their sum. */
export interface LeadColumn {
  source: LeadSortField;
  /** The word of its head, a key of the messages. */
  label: MessageKey;
  /** At 1280, and from 1600 on (look: Table). */
  width: number;
  wide: number;
  align?: 'right';
  /** Where not all columns fit it takes what the others leave, down to this width: room for a scrollbar. */
  shrinksTo?: number;
  /** Hidden until somebody chooses it. */
  isExtra?: true;
  narrow?: NarrowPlace;
}

/** The first column: a checkbox, or the lock of a busy row. */
export const selectionColumn = { width: 42, wide: 54 };

const status: LeadColumn = {
  source: 'status',
  label: 'crm.leads.column.status',
  width: 154,
  wide: 160,
  narrow: 'tag',
};
const source: LeadColumn = { source: 'source', label: 'crm.leads.column.source', width: 54, wide: 96 };
const lastChange: LeadColumn = {
  source: 'updatedAt',
  label: 'crm.leads.column.lastChange',
  width: 154,
  wide: 178,
  narrow: 'belowEnd',
};
const state: LeadColumn = { source: 'state', label: 'crm.leads.column.state', width: 46, wide: 64 };

/** The columns of life leads (rule L10). */
export const lifeColumns: readonly LeadColumn[] = [
  status,
  source,
  { source: 'agent_fullname', label: 'crm.leads.column.agent', width: 82, wide: 176 },
  { source: 'fullname', label: 'crm.leads.column.fullname', width: 150, wide: 216, narrow: 'title' },
  { source: 'email', label: 'crm.leads.column.email', width: 142, wide: 236, shrinksTo: 112 },
  { source: 'phone', label: 'crm.leads.column.phone', width: 120, wide: 140, narrow: 'below' },
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
  { source: 'fullname', label: 'crm.leads.column.fullname', width: 190, wide: 240, narrow: 'title' },
  { source: 'email', label: 'crm.leads.column.email', width: 190, wide: 264, shrinksTo: 112 },
  { source: 'phone', label: 'crm.leads.column.phone', width: 120, wide: 140, narrow: 'below' },
  { source: 'coverage_type', label: 'crm.leads.column.product', width: 126, wide: 160 },
  state,
  lastChange,
];

/** The column of a field that rows carry and nobody arranged: labelled and shown by its definition, there to be chosen. */
export interface FieldColumn {
  source: string;
  title: string;
  width: number;
  wide: number;
  isExtra: true;
  isSortable: boolean;
  shown: (row: LeadRow) => string;
}

const sortFields: readonly string[] = leadSortField.options;

/** The columns of the fields of a definition that rows carry beside those that are arranged. */
export function fieldColumns(fields: Fields, arranged: readonly LeadColumn[]): FieldColumn[] {
  return Object.entries(fields)
    .filter(([source, { row }]) => row === true && !arranged.some((column) => column.source === source))
    .map(([source, field]) => ({
      source,
      title: field.short,
      ...{ width: 120, wide: 160 },
      isExtra: true,
      isSortable: sortFields.includes(source),
      shown: (row) => {
        const values: Readonly<Record<string, unknown>> = row;
        return shownValue(field, values[source]);
      },
    }));
}

const life = [...lifeColumns, ...fieldColumns(lifeLeads.fields, lifeColumns)];
const health = [...healthColumns, ...fieldColumns(healthLeads.fields, healthColumns)];

type Columns = readonly (LeadColumn | FieldColumn)[];

/** Whose every lead is their own has no need of the agent's name: it is there to be chosen. */
const withoutAgent = (columns: Columns): Columns =>
  columns.map((column) => (column.source === 'agent_fullname' ? { ...column, isExtra: true } : column));

const own = { life: withoutAgent(life), health: withoutAgent(health) };

/** The columns that go with a lead type: the health columns where the filter's type is 4. */
export function columnsFor(type: TypeId, areAllOwn = false): Columns {
  if (type === 4) return areAllOwn ? own.health : health;
  return areAllOwn ? own.life : life;
}

/** The width below which the table scrolls sideways instead of squeezing its columns. */
export function narrowestWidth(columns: readonly LeadColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, selectionColumn.width);
}
