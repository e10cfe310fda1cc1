import type { Fields } from '@crm/contracts/fields/field.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';

const leadFields: Fields = { ...healthLeads.fields, ...lifeLeads.fields };

/** A field's name as it stands on screens; of one that no form has, its code in words. */
export function fieldWords(field: string): string {
  const { short, label } = leadFields[field] ?? {};
  const words = field.replaceAll('_', ' ');
  return short ?? label ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
