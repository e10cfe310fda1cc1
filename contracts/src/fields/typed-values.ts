import type { Field, Fields } from './field.js';
import type { TypedValues, WireValues } from './lead-shapes.js';

/** Values of a form by their names: those of a birth date are its three parts. */
const spread = (fields: Fields, of: (field: Field, key: string) => unknown) =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([key, field]) => {
      const value = of(field, key);
      return field.kind === 'birthDate' ? value : { [key]: value };
    }),
  ) as Record<string, unknown>;

/** What an empty form holds of these fields. */
export const emptyTyped = <F extends Fields>(fields: F) =>
  spread(fields, ({ typed }) => typed.empty) as TypedValues<F>;

/** What a form holds of a record that is read. */
export const typedOf = <F extends Fields>(fields: F, record: object) => {
  const values = new Map<string, unknown>(Object.entries(record));
  return spread(fields, ({ typed }, key) => typed.ofWire(values.get(key))) as TypedValues<F>;
};

/** The values of a form under their wire names, null for nothing. Of a form that has no errors. */
export const wireOfTyped = <F extends Fields>(fields: F, form: object) => {
  const values = new Map<string, unknown>(Object.entries(form));
  return Object.fromEntries(
    Object.entries(fields).map(([key, { kind, typed }]) => [
      key,
      typed.toWire(kind === 'birthDate' ? form : values.get(key)),
    ]),
  ) as WireValues<F>;
};

/** What is wrong with the fields of a form that are filled, by how they are written. */
export function typedFaults(fields: Fields, form: object): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(form));
  const faults: Record<string, string> = {};
  for (const [key, { typed }] of Object.entries(fields)) {
    const value = values.get(key);
    const fault = typeof value === 'string' && value !== '' ? typed.fault?.(value) : undefined;
    if (fault !== undefined) faults[key] = fault;
  }
  return faults;
}
