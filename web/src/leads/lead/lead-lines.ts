import type { Field } from '@crm/contracts/fields/field.js';
import type { LeadDefinition } from '@crm/contracts/resources/define-lead.js';
import { inputsOfField } from '../../fields/input-field.js';
import { groupOf } from '@crm/contracts/resources/define-lead.js';
import { localise } from '../../i18n/language.js';
import { shownValue } from '../../fields/shown-value.js';

/** One line of what is known of a customer; null where nothing is. */
export interface LeadLine {
  label: string;
  value: string | null;
  /** The inputs of the lead's form that change it; none where no person does. */
  keys?: readonly string[];
}

export interface LineGroup {
  /** The group's name in the definition; `assignment` where nothing of it is in the forms. */
  name: string;
  title: string;
  lines: LeadLine[];
}

/** Lines of their own in the place of a field: for one that is read in other words, or together with others. */
export type OwnLines = Partial<Record<string, (field: Field) => LeadLine[]>>;

/** The inputs that change a field where it is read; people have a form of their own. */
const keysOf = (key: string, field: Field): string[] =>
  field.section === null || field.kind === 'people' || field.kind === 'parts'
    ? []
    : inputsOfField(key, field).map(([name]) => name);

/** What is known of a customer, group by group as the definition has them: a line for each field that says something here. */
export function lineGroups(
  definition: LeadDefinition,
  lead: object,
  own: OwnLines,
  hidden: ReadonlySet<string>,
): LineGroup[] {
  const values = new Map<string, unknown>(Object.entries(lead));
  const lineOf = (key: string, field: Field): LeadLine[] => {
    const keys = keysOf(key, field);
    const lines = own[key]?.(field) ?? [
      { label: field.short, value: shownValue(field, values.get(key)) || null },
    ];
    return lines.map((line) => ({ keys, ...line, label: localise(line.label) }));
  };
  return Object.entries(definition.groups).map(([name, title]) => ({
    name,
    title: localise(title),
    lines: Object.entries(definition.fields).flatMap(([key, field]) =>
      groupOf(definition, key) === name && !hidden.has(key) ? lineOf(key, field) : [],
    ),
  }));
}

/** The names of the fields that do not show. */
export const hiddenOf = (shown: Readonly<Record<string, boolean>>): ReadonlySet<string> =>
  new Set(Object.entries(shown).flatMap(([key, isShown]) => (isShown ? [] : [key])));
