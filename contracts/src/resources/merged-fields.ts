import type { Fields, MergeAs } from '../fields/field.js';
import type { LeadDefinition } from './define-lead.js';
import { healthLeads } from './health-lead.js';
import { lifeLeads } from './life-lead.js';

/** What of a lead templates and scripts may name: its name, what it is called, and how it reads of a lead; '' for nothing. */
export interface MergedField extends Omit<MergeAs, 'part'> {
  of: (lead: Readonly<Record<string, unknown>>) => string;
}

/** What of leads of these types may be named, each name once, in the order in which the fields are defined. */
export function mergedFieldsOf(...definitions: readonly LeadDefinition[]): MergedField[] {
  const fields: Fields = Object.fromEntries(definitions.flatMap((each) => Object.entries(each.fields)));
  return Object.entries(fields).flatMap(([key, field]) =>
    (field.mergeAs ?? []).map(({ part, ...names }) => ({
      ...names,
      of: (lead) => {
        const text = field.shown(lead[key]).trim();
        return part ? part(text) : text;
      },
    })),
  );
}

export const mergedFields = mergedFieldsOf(healthLeads, lifeLeads);
