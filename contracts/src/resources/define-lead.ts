import type { Fields } from '../fields/field.js';
import type { TypedValues } from '../fields/lead-shapes.js';

/** A section of a lead's form, on its tab, and the group of the Client tab that its fields are read in. */
export interface Section {
  title: string;
  group: string;
  tab: string;
}

/** Fields of a form that only make sense together: two people's halves of them are never mixed. */
export interface Together<K> {
  title: string;
  fields: readonly K[];
}

/** What a lead of a type is: what follows from it is made by one function each, of any such definition. */
export interface LeadDefinition<F extends Fields = Fields> {
  /** The groups of the Client tab with their titles, in their order. */
  groups: Readonly<Record<string, string>>;
  sections: Readonly<Record<string, Section>>;
  /** In the order in which they are read. */
  fields: F;
  together: readonly Together<string>[];
}

export const defineLead = <F extends Fields>(
  definition: LeadDefinition<F> & { together: readonly Together<keyof TypedValues<F> & string>[] },
): LeadDefinition<F> => definition;

/** The group of the Client tab that a field is read in; null where it has no line of its own there. */
export function groupOf({ fields, sections }: LeadDefinition, key: string): string | null {
  const { group, section = null } = fields[key] ?? {};
  if (group !== undefined) return group;
  return section === null ? null : (sections[section]?.group ?? null);
}
