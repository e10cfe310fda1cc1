import { birthPartLabels, type LeadField, type LeadFields } from '@crm/contracts/fields/lead-field.js';

/** The parts of a birth date are inputs of their own. */
type InputKind = LeadField['kind'] | keyof typeof birthPartLabels;

/** An input of a form: a field, or a part of one. */
export type FormInput = Pick<LeadField, 'label' | 'section' | 'required' | 'options' | 'only'> & {
  kind: InputKind;
};

/** The inputs of these fields, by the names that their values have in the form. */
export function inputsOf(fields: LeadFields): Readonly<Record<string, FormInput>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]): [string, FormInput][] =>
      field.kind === 'birthDate'
        ? (Object.keys(birthPartLabels) as (keyof typeof birthPartLabels)[]).map((part) => [
            part,
            { ...field, kind: part, label: birthPartLabels[part] },
          ])
        : [[key, field]],
    ),
  );
}

const headOf = (path: string): string => path.split('.')[0] ?? path;

/** The inputs in reading order: section by section, in each those of the layout first. */
export function readingOrder(
  sections: readonly string[],
  inputs: Readonly<Record<string, FormInput>>,
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
  inputs: Readonly<Record<string, Pick<FormInput, 'label'>>>,
  parts: Readonly<Record<string, Pick<FormInput, 'label'>>>,
  path: string,
): string {
  const label = inputs[headOf(path)]?.label ?? path;
  const part = path.includes('.') ? parts[path.split('.').at(-1) ?? '']?.label : undefined;
  return part === undefined ? label : `${label}, ${part}`;
}
