import { mergeFields, type MergeSources } from '@crm/contracts/messaging/merge-fields.js';

/** The value of each field by its name; an empty one stands for none. */
export const mergeValues = (sources: MergeSources): ReadonlyMap<string, string> =>
  new Map(mergeFields.map(({ name, of }) => [name, of(sources)]));

export interface Merged {
  text: string;
  /** Fields that have no value here, in the order in which they are named. */
  missing: { name: string; label: string }[];
  /** What is in braces and is no field. */
  unknown: string[];
}

const labelOf: ReadonlyMap<string, string> = new Map(mergeFields.map(({ name, label }) => [name, label]));
const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Names in braces that are no field. */
export function unknownFields(text: string): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !labelOf.has(name)))];
}

/**
 * Fills a template in. A field without a value stays as it was written and is named: whoever sends must not, so that
 * nothing goes out with a hole in it. `write` brings a value to the form of the text around it.
 */
export function mergeTemplate(
  template: string,
  values: ReadonlyMap<string, string>,
  write: (value: string) => string = (value) => value,
): Merged {
  const missing = new Set<string>();
  const text = template.replace(placeholder, (written, name: string) => {
    const value = values.get(name)?.trim();
    if (value === undefined) return written;
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
