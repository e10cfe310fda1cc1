import { mergeFields, type MergeField } from '@crm/contracts/messaging/merge-fields.js';

/** What is known of a lead, of whoever writes and of the agency. */
export interface MergeFields {
  lead: { fullname: string; state: string; phone: string; email: string };
  agent: { fullname: string; fname: string; lname: string; phone: string; email: string };
  agencyName: string;
}

/** The value of each field; an empty one stands for none. */
export function mergeValues({ lead, agent, agencyName }: MergeFields): Record<MergeField, string> {
  const [first = '', ...others] = lead.fullname.trim().split(/\s+/);
  return {
    'lead.fullname': lead.fullname.trim(),
    'lead.first_name': first,
    'lead.last_name': others.at(-1) ?? '',
    'lead.state': lead.state,
    'lead.phone': lead.phone,
    'lead.email': lead.email,
    'agent.fullname': agent.fullname,
    'agent.first_name': agent.fname,
    'agent.last_name': agent.lname,
    'agent.phone': agent.phone,
    'agent.email': agent.email,
    'agency.name': agencyName,
  };
}

export interface Merged {
  text: string;
  /** Fields that have no value here, in the order in which they are named. */
  missing: { name: string; label: string }[];
  /** What is in braces and is no field. */
  unknown: string[];
}

const labelOf: ReadonlyMap<string, string> = new Map(mergeFields.map(({ name, label }) => [name, label]));
const isField = (name: string): name is MergeField => labelOf.has(name);
const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Names in braces that are no field. */
export function unknownFields(text: string): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !isField(name)))];
}

/**
 * Fills a template in. A field without a value stays as it was written and is named: whoever sends must not, so that
 * nothing goes out with a hole in it. `write` brings a value to the form of the text around it.
 */
export function mergeTemplate(
  template: string,
  values: Readonly<Record<MergeField, string>>,
  write: (value: string) => string = (value) => value,
): Merged {
  const missing = new Set<string>();
  const text = template.replace(placeholder, (written, name: string) => {
    if (!isField(name)) return written;
    const value = values[name].trim();
    if (value !== '') return write(value);
    missing.add(name);
    return written;
  });
  return {
    text,
    missing: [...missing].map((name) => ({ name, label: labelOf.get(name) ?? name })),
    unknown: unknownFields(template),
  };
}

/** A value inside HTML is what it says, never a tag. */
export function asHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
