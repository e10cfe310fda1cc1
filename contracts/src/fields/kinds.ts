import { z } from 'zod';
import { zipCode } from '../address-formats.js';
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
import { phoneNumber, toE164, toMask, toShown, wrongPhone } from '../phone.js';
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

export interface TextOptions extends Said<string> {
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
    // React-admin's inputs have null for a text that was taken away.
    typed: { empty: '', ofWire: asItIs, toWire: (typed) => typed ?? '' },
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

/** Text that is stored as it is on the wire. */
const asText = <Text extends string>() => ({
  as: 'text' as const,
  ofWire: (value: Text) => value,
  toWire: (value: Text) => value,
});

const numberOrEmpty = z.union([z.literal(''), phoneNumber], wrongPhone);

/** A phone number of the North American plan: E.164 on the wire and in the store, typed in its mask. */
export const phone = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'phone', phoneNumber, {
    typed: { ofWire: toMask, toWire: toE164 },
    stored: asText<string>(),
    shown: toShown,
  });

interface EmailOptions extends SaidOptional<string> {
  /** The sentences where it must be filled and is not, and where it is no address. */
  none?: string;
  wrong?: string;
}

/**
 * A phone number that may be left empty, as the specification's own calls have it: nothing is an empty text on the wire and
 * in the store.
 */
export const phoneOrEmpty = <const S extends Said<string>>(
  said: S,
): Field<typeof numberOrEmpty, WritableOf<S>, string> => ({
  ...common(said),
  kind: 'phone',
  wire: numberOrEmpty,
  required: false,
  typed: {
    empty: '',
    ofWire: toMask,
    toWire: (typed) => (typeof typed === 'string' && typed.trim() !== '' ? (toE164(typed) ?? typed) : ''),
  },
  stored: { as: 'text', ...storedAsWire },
  shown: toShown,
});

/** An e-mail address. */
export const email = <const S extends EmailOptions>(said: S) =>
  optionalField(
    said,
    'email',
    z
      .string({ error: ({ input }) => (input === undefined ? said.none : undefined) })
      .trim()
      .max(254)
      .regex(z.regexes.email, said.wrong ?? 'E-mail must be valid'),
    { stored: asText<string>(), shown: (value) => value },
  );

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

interface NumberedChoicesOptions<Id extends number> extends Said<NoInfer<Id>[]> {
  /** The list, and the schema of the number of one of its entries. */
  of: readonly { id: Id; name: string }[];
  each: z.ZodType<Id, Id>;
}

/** Any number of the entries of a list that the specification numbers. */
export function numberedChoices<const Id extends number, const S extends { writable?: Writable }>(
  said: NumberedChoicesOptions<Id> & S,
): Field<z.ZodArray<z.ZodType<Id, Id>>, WritableOf<S>, Id[]> {
  const options = said.of.map(({ id, name }) => ({ id: String(id), name }));
  return {
    ...common(said),
    kind: 'choices',
    wire: z.array(said.each).max(said.of.length),
    required: false,
    options,
    typed: {
      empty: [],
      ofWire: (value) => value.map(String),
      toWire: (typed) => (Array.isArray(typed) ? typed.map(Number) : typed),
    },
    stored: { as: 'numbers', ...storedAsWire },
    shown: (value) => value.map((id) => nameIn(options, String(id))).join(', '),
  };
}

interface WordsOptions extends Said<string[]> {
  /** How each is written, with the sentence where one is not, and where one is there twice. */
  each: { matches: RegExp; wrong: (word: string) => string; twice: (word: string) => string };
  /** Of so many at most. */
  max: number;
}

/** Several words, each once, typed with spaces or commas between them. */
export function words<const S extends WordsOptions>(
  said: S,
): Field<z.ZodArray<z.ZodString>, WritableOf<S>, string[]> {
  const { matches, wrong, twice } = said.each;
  const word = z.string().regex(matches, { error: ({ input }) => wrong(String(input)) });
  const again = (list: readonly string[]) => list.find((each, at) => list.indexOf(each) !== at);
  return {
    ...common(said),
    kind: 'words',
    wire: z
      .array(word)
      .max(said.max)
      .refine((list) => again(list) === undefined, {
        error: ({ input }) => (Array.isArray(input) ? twice(again(input.map(String)) ?? '') : undefined),
      }),
    required: false,
    typed: {
      empty: '',
      ofWire: (value) => value.join(' '),
      toWire: (typed) =>
        typeof typed === 'string' ? typed.split(/[\s,;]+/).filter((each) => each !== '') : (typed ?? []),
    },
    stored: { as: 'texts', ...storedAsWire },
    shown: (value) => value.join(', '),
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
