import type { LeadColumn } from '../leads/table/lead-columns.js';

/** The columns of the raw leads (rule L10). */
export const rawLeadColumns: readonly LeadColumn[] = [
  { source: 'type', label: 'crm.leads.column.type', width: 110, wide: 150, narrow: 'tag' },
  { source: 'fullname', label: 'crm.leads.column.fullname', width: 286, wide: 380, narrow: 'title' },
  { source: 'phone', label: 'crm.leads.column.phone', width: 160, wide: 200, narrow: 'below' },
  { source: 'email', label: 'crm.leads.column.email', width: 300, wide: 420, shrinksTo: 160 },
  { source: 'birth_date', label: 'crm.leads.column.dob', width: 130, wide: 170 },
  { source: 'updatedAt', label: 'crm.leads.column.lastChange', width: 186, wide: 200, narrow: 'belowEnd' },
];
