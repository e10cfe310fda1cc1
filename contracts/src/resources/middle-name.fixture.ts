import type { Fields } from '../fields/field.js';
import { text } from '../fields/text-kinds.js';
import type { LeadDefinition } from './define-lead.js';
import { leadLine } from './lead-contact.js';
import { lifeLeads } from './life-lead.js';

/** The field of the guide to adding one (deploy/docs/adding.md), which may be merged, too. */
export const middle_name = text({
  ...leadLine,
  label: 'Middle name',
  section: 'contact',
  row: true,
  importAs: { headings: ['middlename', 'middle'] },
  mergeAs: [{ name: 'middle_name', label: "Customer's middle name", unknown: '(their middle name)' }],
  example: 'Chidi',
});

/** Life leads with it, for tests of what follows from a definition alone. */
export const withMiddleName = {
  ...lifeLeads,
  fields: { ...lifeLeads.fields, middle_name },
} satisfies LeadDefinition<Fields>;
