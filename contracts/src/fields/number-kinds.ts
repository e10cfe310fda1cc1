import { z } from 'zod';
import { heights } from '../codes/life-lists.js';
import { requiredMessage } from '../field-sentences.js';
import {
  centsOf,
  dollarsOf,
  isWholeCents,
  moneyFault,
  moneySentences,
  readMoney,
  shownMoney,
  typedMoney,
} from '../money.js';
import type { FieldKind } from './field.js';
import { formats, type FormatCheck } from './formats.js';
import { optionalField, type SaidOptional } from './make-field.js';

const dollars = z
  .number({
    error: ({ input }) => (input === undefined || input === null ? requiredMessage : undefined),
  })
  .min(0, moneySentences.negative)
  .max(1e18, moneySentences.tooLong)
  .refine(isWholeCents, moneySentences.decimals);
const cents = { as: 'number', ofWire: centsOf, toWire: dollarsOf } as const;

interface MoneyOptions extends SaidOptional<number> {
  /** As it is typed in an empty form. */
  initially?: string;
}

/** An amount: dollars on the wire, whole cents in the store, typed as people write it. */
export const money = <const S extends MoneyOptions>(said: S) =>
  optionalField(said, 'money', dollars, {
    typed: {
      nothing: '',
      empty: said.initially ?? '',
      ofWire: typedMoney,
      toWire: (typed) => readMoney(typed) ?? undefined,
      fault: moneyFault,
    },
    stored: cents,
    shown: shownMoney,
  });

/** An amount that is chosen, from a list that depends on the rest of the form. */
export const chosenMoney = <const S extends SaidOptional<number>>(said: S) =>
  optionalField<S, typeof dollars, number | null, number>(said, 'chosenMoney', dollars, {
    typed: { nothing: null },
    stored: cents,
    shown: shownMoney,
  });

const adultHeight = z.int().min(53).max(83);

/** The height of a grown person, in whole inches, chosen as feet and inches. */
export const height = <const S extends SaidOptional<number>>(said: S) =>
  optionalField<S, typeof adultHeight, number | null>(said, 'height', adultHeight, {
    typed: { nothing: null },
    stored: { as: 'number' },
    shown: (value) => heights.find((each) => each.value === value)?.text ?? String(value),
  });

interface NumberOwn {
  fault?: FormatCheck;
  shown: (value: number) => string;
}

const digits = /^\d+(\.\d+)?$/;

/** A number that is typed as digits. */
const typedNumber = <const S extends SaidOptional<number>, Value extends z.ZodType<number, number>>(
  said: S,
  kind: FieldKind,
  value: Value,
  { fault, ...own }: NumberOwn,
) =>
  optionalField<S, Value, string, number>(said, kind, value, {
    typed: {
      nothing: '',
      ofWire: String,
      toWire: (typed) => (digits.test(typed.trim()) ? Number(typed) : undefined),
      ...(fault && { fault }),
    },
    stored: { as: 'number' },
    ...own,
  });

interface WholeNumberOptions extends SaidOptional<number> {
  min: number;
  max: number;
}

/** A whole number that is typed. */
export const wholeNumber = <const S extends WholeNumberOptions>(said: S) =>
  typedNumber(said, 'count', z.int().min(said.min).max(said.max), {
    shown: (value) => value.toLocaleString('en-US'),
  });

/** A weight in whole pounds. */
export const pounds = <const S extends SaidOptional<number>>(said: S) =>
  typedNumber(said, 'pounds', z.int().min(1).max(999), {
    fault: formats.weight,
    shown: (value) => `${String(value)} lb`,
  });

/** A height in whole inches, of anybody. */
export const inches = <const S extends SaidOptional<number>>(said: S) =>
  typedNumber(said, 'inches', z.int().min(1).max(99), {
    fault: formats.inches,
    shown: (value) => `${String(value)} in`,
  });

/** Hours of a week. */
export const hoursOfWeek = <const S extends SaidOptional<number>>(said: S) =>
  typedNumber(said, 'hours', z.number().min(0).max(168), {
    fault: formats.hoursOfWeek,
    shown: (value) => `${String(value)} hours a week`,
  });
