import { z } from 'zod';
import { emailPattern, zipCode } from '../address-formats.js';
import { states, type StateCode } from '../codes/states.js';
import { requiredMessage } from '../field-sentences.js';
import {
  flag as flagOnWire,
  id as idOnWire,
  instant as instantOnWire,
  plainDate,
  type Flag,
} from '../ids.js';
import {
  centsOf,
  dollarsOf,
  isWholeCents,
  moneySentences,
  readMoney,
  shownMoney,
  typedMoney,
} from '../money.js';
import { phoneNumber, toE164, toMask, toShown } from '../phone.js';
import { readPlainDate, shownDate, shownInstant } from '../time/pacific.js';
import { common, optionalField, storedAsWire } from './common.js';
import {
  asItIs,
  type Field,
  type Option,
  type Said,
  type SaidOptional,
  type StoredId,
  type Writable,
  type WritableOf,
} from './field.js';

interface TextOptions extends Said<string> {
  /** Characters at most. */
  max: number;
  required?: boolean;
  /** The sentences where it must be filled and is not, and where it is too long. */
  none?: string;
  tooLong?: string;
  /** How it must be written, and the sentence where it is not. */
  pattern?: { matches: RegExp; sentence: string };
}

function textOf<const S extends TextOptions>(
  kind: 'text' | 'longText' | 'richText',
  said: S,
): Field<z.ZodString, WritableOf<S>, string> {
  const { max, required = false, none = requiredMessage, tooLong, pattern } = said;
  const trimmed = z.string().trim();
  const filled = (required ? trimmed.min(1, none) : trimmed).max(max, tooLong);
  return {
    ...common(said),
    kind,
    wire: pattern ? filled.regex(pattern.matches, pattern.sentence) : filled,
    required,
    max,
    typed: { empty: '', ofWire: asItIs, toWire: asItIs },
    stored: { as: 'text', ...storedAsWire },
    shown: (value) => value,
  };
}

/** A line of text, without the space around it; nothing typed is an empty text. */
export const text = <const S extends TextOptions>(said: S) => textOf('text', said);

/** Text of several lines. */
export const longText = <const S extends TextOptions>(said: S) => textOf('longText', said);

const inTags = /<[^>]*>/g;

/** Formatted text as HTML, which its service cleans; a person reads it without the format where there is none. */
export const richText = <const S extends TextOptions>(said: S) => ({
  ...textOf('richText', said),
  shown: (value: string) => value.replace(inTags, ' ').replace(/\s+/g, ' ').trim(),
});

/** A user, by id: whose a record is. Given once, with the record. */
export function person<const S extends Said<string>>(
  said: S,
): Field<typeof idOnWire, WritableOf<S, 'create'>, StoredId> {
  return {
    ...common(said, 'create'),
    kind: 'person',
    wire: idOnWire,
    required: true,
    typed: { empty: '', ofWire: asItIs, toWire: asItIs },
    // What the store keeps is made where the store is known.
    stored: { as: 'id', ofWire: (id) => ({ toHexString: () => id }), toWire: (id) => id.toHexString() },
    shown: (id) => id,
  };
}

const emailAddress = z.string().trim().max(254).regex(emailPattern, 'E-mail must be valid');

/** Text that is stored as it is on the wire. */
const asText = <Text extends string>() => ({
  as: 'text' as const,
  ofWire: (value: Text) => value,
  toWire: (value: Text) => value,
});

/** A phone number of the North American plan: E.164 on the wire and in the store, typed in its mask. */
export const phone = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'phone', phoneNumber, {
    typed: { ofWire: toMask, toWire: toE164 },
    stored: asText<string>(),
    shown: toShown,
  });

/** An e-mail address. */
export const email = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'email', emailAddress, { stored: asText<string>(), shown: (value) => value });

/** A zip code of five digits. */
export const zip = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'zip', zipCode, { stored: asText<string>(), shown: (value) => value });

/** A day without a time: `2026-11-20` on the wire and in the store, typed and shown as 11/20/2026. */
export const date = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'date', plainDate, {
    typed: { ofWire: shownDate, toWire: readPlainDate },
    stored: asText<string>(),
    shown: shownDate,
  });

const dollars = z
  .number({ error: ({ input }) => (input === undefined ? requiredMessage : moneySentences.unreadable) })
  .min(0, moneySentences.negative)
  .refine(isWholeCents, moneySentences.decimals);

/** An amount: dollars on the wire, whole cents in the store, typed as people write it. */
export const money = <const S extends SaidOptional<number>>(said: S) =>
  optionalField(said, 'money', dollars, {
    typed: { ofWire: typedMoney, toWire: (typed) => readMoney(typed) ?? undefined },
    stored: { as: 'number', ofWire: centsOf, toWire: dollarsOf },
    shown: shownMoney,
  });

interface WholeNumberOptions extends SaidOptional<number> {
  min: number;
  max: number;
}

/** A whole number that is typed. */
export const wholeNumber = <const S extends WholeNumberOptions>(said: S) =>
  optionalField(said, 'count', z.int().min(said.min).max(said.max), {
    typed: { ofWire: String, toWire: (typed) => (/^\d+$/.test(typed.trim()) ? Number(typed) : undefined) },
    stored: { as: 'number', ofWire: (value: number) => value, toWire: (value: number) => value },
    shown: (value) => value.toLocaleString('en-US'),
  });

type EnumOf<Name extends string> = z.ZodEnum<{ [N in Name]: N }>;

interface ListOf<Name extends string> {
  of: readonly { id: Name; name: string }[];
}

const enumOf = <Name extends string>({ of }: ListOf<Name>) => z.enum(of.map(({ id }) => id)) as EnumOf<Name>;

const nameIn = (options: readonly Option[], id: string) =>
  options.find((option) => option.id === id)?.name ?? id;

/** One of a list's entries. */
export const choice = <const Name extends string, const S extends Omit<SaidOptional<Name>, 'example'>>(
  said: S & { example: NoInfer<Name> | null } & ListOf<Name>,
) =>
  optionalField<typeof said, EnumOf<Name>, Name>(said, 'choice', enumOf(said), {
    options: said.of,
    stored: asText<Name>(),
    shown: (value) => nameIn(said.of, value),
  });

/** A state of the United States, by its code. */
export const state = <const S extends SaidOptional<StateCode>>(said: S) =>
  choice({ ...said, of: states.map(({ code, name }) => ({ id: code, name })) });

interface ChoicesOptions<Name extends string> extends Said<NoInfer<Name>[]>, ListOf<Name> {
  /** The sentence where none is chosen; without it none may be. */
  none?: string;
}

/** Any number of a list's entries, each once at most. */
export function choices<const Name extends string, const S extends { writable?: Writable }>(
  said: ChoicesOptions<Name> & S,
): Field<z.ZodArray<EnumOf<Name>>, WritableOf<S>, Name[]> {
  const options: readonly Option[] = said.of;
  const some = z.array(enumOf(said)).max(said.of.length);
  return {
    ...common(said),
    kind: 'choices',
    wire: said.none === undefined ? some : some.min(1, said.none),
    required: said.none !== undefined,
    options,
    typed: { empty: [], ofWire: asItIs, toWire: asItIs },
    stored: { as: 'texts', ...storedAsWire },
    shown: (value) => value.map((id) => nameIn(options, id)).join(', '),
  };
}

/** How many there are. */
export function count<const S extends Said<number>>(said: S): Field<z.ZodInt, WritableOf<S>, number> {
  return {
    ...common(said),
    kind: 'count',
    wire: z.int().min(0),
    required: true,
    typed: { empty: 0, ofWire: asItIs, toWire: asItIs },
    stored: { as: 'number', ...storedAsWire },
    shown: (value) => value.toLocaleString('en-US'),
  };
}

interface FlagOptions extends Said<Flag> {
  /** In an empty form. */
  initially: Flag;
}

/** Yes or no: 1 or 0 on the wire and in the store, a switch in a form. */
export function flag<const S extends FlagOptions>(said: S): Field<typeof flagOnWire, WritableOf<S>, Flag> {
  return {
    ...common(said),
    kind: 'flag',
    wire: flagOnWire,
    required: false,
    options: [
      { id: '1', name: 'Yes' },
      { id: '0', name: 'No' },
    ],
    typed: {
      empty: said.initially === 1,
      ofWire: (value) => value === 1,
      toWire: (typed) => (typed === true ? 1 : 0),
    },
    stored: { as: 'number', ...storedAsWire },
    shown: (value) => (value === 1 ? 'Yes' : 'No'),
  };
}

/** A moment, which the product sets by itself; nothing where it has not come yet. */
export function instant<const S extends Said<string | null>>(
  said: S,
): Field<z.ZodNullable<typeof instantOnWire>, WritableOf<S, 'never'>, Date | null> {
  return {
    ...common(said, 'never'),
    kind: 'instant',
    wire: instantOnWire.nullable(),
    required: false,
    typed: { empty: null, ofWire: asItIs, toWire: asItIs },
    stored: {
      as: 'instant',
      ofWire: (value) => (value === null ? null : new Date(value)),
      toWire: (value) => value?.toISOString() ?? null,
    },
    shown: (value) => (value === null ? '' : shownInstant(value)),
  };
}
