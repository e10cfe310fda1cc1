import type { Field } from '@crm/contracts/fields/field.js';
import type { LeadDefinition } from '@crm/contracts/resources/define-lead.js';
import { groupOf } from '@crm/contracts/resources/define-lead.js';

/** One line of what is known of a customer; null where nothing is. */
export interface LeadLine {
  label: string;
  value: string | null;
}

export interface LineGroup {
  title: string;
  lines: LeadLine[];
}

/** Lines of their own in the place of a field: for one that is read in other words, or together with others. */
export type OwnLines = Partial<Record<string, (field: Field) => LeadLine[]>>;

/** What is known of a customer, group by group as the definition has them: a line for each field that says something here. */
export function lineGroups(
  definition: LeadDefinition,
  lead: object,
  own: OwnLines,
  hidden: ReadonlySet<string>,
): LineGroup[] {
  const values = new Map<string, unknown>(Object.entries(lead));
  const lineOf = (key: string, field: Field) =>
    own[key]?.(field) ?? [{ label: field.short, value: field.shown(values.get(key)) || null }];
  return Object.entries(definition.groups).map(([group, title]) => ({
    title,
    lines: Object.entries(definition.fields).flatMap(([key, field]) =>
      groupOf(definition, key) === group && !hidden.has(key) ? lineOf(key, field) : [],
    ),
  }));
}

/** The names of the fields that do not show. */
export const hiddenOf = (shown: Readonly<Record<string, boolean>>): ReadonlySet<string> =>
  new Set(Object.entries(shown).flatMap(([key, isShown]) => (isShown ? [] : [key])));
