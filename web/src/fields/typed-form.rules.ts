import type { Fields } from '@crm/contracts/fields/field.js';

type Values = Record<string, unknown>;

const turned = (fields: Fields, keys: readonly string[], from: Values, turn: 'ofWire' | 'toWire') =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const field = fields[key];
      return field === undefined || !(key in from) ? [] : [[key, field.typed[turn](from[key])]];
    }),
  );

/** What a form holds of a record: its fields as they are typed, and the record's version beside them. */
export const typedForm = (fields: Fields, keys: readonly string[], record: Values): Values => ({
  ...record,
  ...turned(fields, keys, record, 'ofWire'),
});

/** What is sent of a form: what cannot be read stays as it was typed, for the schema to refuse with its sentence. */
export const wireForm = (fields: Fields, keys: readonly string[], form: Values): Values => ({
  ...form,
  ...turned(fields, keys, form, 'toWire'),
});

/** An empty form. */
export const emptyForm = (fields: Fields, keys: readonly string[]): Values =>
  Object.fromEntries(keys.flatMap((key) => (fields[key] ? [[key, fields[key].typed.empty]] : [])));

/** What is wrong with the parts of values that are typed in several, as react-hook-form keeps it: by field and part. */
export const partErrors = (fields: Fields, keys: readonly string[], form: Values, isNew: boolean) =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const faults = Object.entries(fields[key]?.typed.faults?.(form[key], isNew) ?? {});
      const errors = faults.map(([part, message]) => [part, { type: 'typed', message }]);
      return errors.length === 0 ? [] : [[key, Object.fromEntries(errors)]];
    }),
  );
