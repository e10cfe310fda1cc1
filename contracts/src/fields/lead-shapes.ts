import type { z } from 'zod';
import type { Field, Fields } from './field.js';
import type { BirthParts } from './time-kinds.js';

/** The fields on the wire, as a lead is read. */
export type WireShape<F extends Fields> = { [K in keyof F]: F[K]['wire'] };
/** What is sent of a field: where a lead does not need it always, what is absent stays as it is in the store. */
export type SentOf<F extends Field> =
  NonNullable<F['traits']> extends { needed: 'always' } ? F['input'] : z.ZodOptional<F['input']>;
/** What may be sent of them. */
export type InputShape<F extends Fields> = { [K in keyof F]: SentOf<F[K]> };
/** The same of the forms that make a lead alone. */
export type CreationShape<F extends Fields> = {
  [K in keyof F as NonNullable<F[K]['traits']> extends { only: 'edit' } ? never : K]: SentOf<F[K]>;
};
/** Those that the rows of tables carry. */
export type RowFields<F extends Fields> = {
  [K in keyof F as NonNullable<F[K]['traits']> extends { row: true } ? K : never]: F[K];
};
/** The names of those that are encrypted in the store and in no event. */
export type SealedKey<F extends Fields> = {
  [K in keyof F]: NonNullable<F[K]['traits']> extends { sealed: true } ? K : never;
}[keyof F];
/** Their values as they are on the wire. */
export type WireValues<F extends Fields> = { [K in keyof F]: z.output<F[K]['wire']> };
/** What a form holds of them: a birth date in its parts, everything else under its name. */
export type TypedValues<F extends Fields> = {
  [K in keyof F as F[K]['typed']['empty'] extends BirthParts ? never : K]: F[K]['typed']['empty'];
} & (BirthParts extends F[keyof F]['typed']['empty'] ? BirthParts : unknown);

const picked = <V>(fields: Fields, of: (field: Field, key: string) => V | undefined) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const value = of(field, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );

export const wireShape = <F extends Fields>(fields: F) => picked(fields, ({ wire }) => wire) as WireShape<F>;
const sentOf = ({ input, needed }: Field) => (needed === 'always' ? input : input.optional());
export const inputShape = <F extends Fields>(fields: F) => picked(fields, sentOf) as InputShape<F>;
export const creationShape = <F extends Fields>(fields: F) =>
  picked(fields, (field) => (field.only === 'edit' ? undefined : sentOf(field))) as CreationShape<F>;
export const rowFields = <F extends Fields>(fields: F) =>
  picked(fields, (field) => (field.row ? field : undefined)) as RowFields<F>;
/** Those that are sealed, as what leaves them out of a schema (`omit`). */
export const sealedFields = <F extends Fields>(fields: F) =>
  picked(fields, ({ sealed }) => sealed) as { [K in SealedKey<F>]: true };
/** Their examples, as a lead is read. */
export const exampleOf = <F extends Fields>(fields: F) =>
  picked(fields, ({ example }) => example) as WireValues<F>;
/** What is stored of a lead of which nothing is known. */
export const blankOf = <F extends Fields>(fields: F) =>
  picked(fields, ({ stored }) => stored.blank) as WireValues<F>;
