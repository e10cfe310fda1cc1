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

const said = (message: string) => ({ type: 'typed', message });

/**
 * What is wrong with values as they are typed, beside what the schema says of them as they are sent, as react-hook-form
 * keeps it: by field, and by part where a value is typed in several.
 */
export const typedErrors = (fields: Fields, keys: readonly string[], form: Values, isNew: boolean) =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const { kind, typed } = fields[key] ?? {};
      const value = form[key];
      // The schema cannot tell an amount that was typed wrongly from one that a program sent as a text.
      const fault = kind === 'money' && typeof value === 'string' && value !== '' && typed?.fault?.(value);
      if (fault) return [[key, said(fault)]];
      const faults = Object.entries(typed?.faults?.(value, isNew) ?? {});
      const errors = faults.map(([part, message]) => [part, said(message)]);
      return errors.length === 0 ? [] : [[key, Object.fromEntries(errors)]];
    }),
  );
