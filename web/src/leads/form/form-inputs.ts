import type { Fields } from '@crm/contracts/fields/field.js';
import { inputsOfField, type InputField } from '../../fields/input-field.js';

/** The inputs of these fields, by the names that their values have in the form. */
export const inputsOf = (fields: Fields): Readonly<Record<string, InputField>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, field]) => inputsOfField(key, field)));

const headOf = (path: string): string => path.split('.')[0] ?? path;

/** The inputs in reading order: section by section, in each those of the layout first. */
export function readingOrder(
  sections: readonly string[],
  inputs: Readonly<Record<string, InputField>>,
  layout: Readonly<Record<string, unknown>>,
): string[] {
  const keys = [...new Set([...Object.keys(layout), ...Object.keys(inputs)])];
  return sections.flatMap((section) => keys.filter((key) => inputs[key]?.section === section));
}

/** The places of paths by their first part; what is in no section comes last. */
export const byPlace = (order: readonly string[]) => (a: string, b: string) => {
  const placeOf = (path: string) => {
    const place = order.indexOf(headOf(path));
    return place === -1 ? order.length : place;
  };
  return placeOf(a) - placeOf(b);
};

/** What an input is called by its path: `City`, `Spouse, Pounds`. */
export function labelOfPath(
  inputs: Readonly<Record<string, Pick<InputField, 'label'>>>,
  parts: Readonly<Record<string, Pick<InputField, 'label'>>>,
  path: string,
): string {
  const label = inputs[headOf(path)]?.label ?? path;
  const part = path.includes('.') ? parts[path.split('.').at(-1) ?? '']?.label : undefined;
  return part === undefined ? label : `${label}, ${part}`;
}
