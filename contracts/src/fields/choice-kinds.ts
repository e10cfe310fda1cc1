import { z } from 'zod';
import { gender as genderCode, type Choice, type Gender } from '../codes/life-lists.js';
import { states, type StateCode } from '../codes/states.js';
import { flag as flagOnWire, type Flag } from '../ids.js';
import type { Option, Said } from './field.js';
import { lineLength } from './formats.js';
import { makeField, optionalField, type FieldOf, type SaidOptional } from './make-field.js';
import { genderOf, medicationList } from './stored-lead.rules.js';

export type EnumOf<Name extends string> = z.ZodEnum<{ [N in Name]: N }>;

const line = z.string().max(lineLength);

export interface ListOf<Name extends string> {
  of: readonly { id: Name; name: string }[];
}

const capital = (code: string) => code.charAt(0).toUpperCase() + code.slice(1);
/** What an entry of a list is called. */
export const nameIn = (options: readonly Option[], id: string) =>
  options.find((option) => option.id === id)?.name ?? capital(id);

/** The entries of a list of choices. */
export const optionsOf = <Name extends string>(choices: readonly Choice<Name>[]) =>
  choices.map(({ value, text }) => ({ id: value, name: text }));

/** The entries of a list that are shown as they are kept, first letter large. */
export const namedByThemselves = <Name extends string>(codes: readonly Name[]) =>
  codes.map((id) => ({ id, name: capital(id) }));

const choiceOf = <const S extends SaidOptional<string>, Code extends z.ZodType<string, string>>(
  said: S,
  of: readonly Option[],
  code: Code,
) =>
  optionalField<S, Code, z.output<Code> | ''>(said, 'choice', code, {
    options: of,
    typed: { nothing: '' },
    stored: { as: 'text' },
    shown: (value) => nameIn(of, value),
  });

/** One of a list's entries. */
export const choice = <const Name extends string, const S extends Omit<SaidOptional<Name>, 'example'>>(
  said: S & ListOf<Name> & { example: NoInfer<Name> | null },
) => choiceOf<typeof said, EnumOf<Name>>(said, said.of, z.enum(said.of.map(({ id }) => id)) as EnumOf<Name>);

/**
 * One of a list's entries, never none: a record that came without it, was stored, or was told of before it was there has
 * `initially`.
 */
export const choiceWithDefault = <const Name extends string, const S extends Said<Name>>(
  said: S & ListOf<Name> & { initially: NoInfer<Name> },
) => {
  const { of, initially } = said;
  const code = z.enum(of.map(({ id }) => id)) as EnumOf<Name>;
  const wire = code.default(initially);
  return makeField<S, typeof wire, EnumOf<Name>, Name>(said, 'choice', {
    wire,
    input: code,
    options: of,
    typed: { empty: initially, ofWire: (value) => value, toWire: (typed) => typed },
    stored: { as: 'text', blank: initially },
    shown: (value) => nameIn(of, value),
  });
};

/** One of the entries of a list that is numbered, never none. */
export const numberedChoice = <const Id extends number, const S extends Omit<Said<Id>, 'example'>>(
  said: S & {
    of: readonly { id: Id; name: string }[];
    each: z.ZodType<Id, Id>;
    /** Chosen at first in an empty form. */
    initially?: NoInfer<Id>;
    example: NoInfer<Id>;
  },
) => {
  const { of, each, initially } = said;
  const options = of.map(({ id, name }) => ({ id: String(id), name }));
  return makeField<S & Said<Id>, typeof each, typeof each, string>(said, 'choice', {
    wire: each,
    input: each,
    required: true,
    options,
    typed: {
      empty: initially === undefined ? '' : String(initially),
      ofWire: String,
      toWire: (typed: unknown) => (typed === '' ? undefined : Number(typed)),
    },
    stored: { as: 'number', blank: undefined },
    shown: (value) => nameIn(options, String(value)),
  });
};

/** The same of what came from elsewhere, too: any other line may be kept. */
export const openChoice = <const S extends SaidOptional<string> & ListOf<string>>(said: S) =>
  choiceOf(said, said.of, line);

/** A state of the United States, by its code. */
export const state = <const S extends SaidOptional<StateCode>>(said: S) =>
  choice({ ...said, of: states.map(({ code, name }) => ({ id: code, name })) });

interface FlagOptions extends Said<Flag | null> {
  /** In an empty form; off where nothing is said. */
  initially?: Flag;
  /** Whether it may be unknown, which is null on the wire and in the store, and off in a form. */
  nothing?: null;
}

export type FlagSchema<S> = S extends { nothing: null }
  ? z.ZodNullable<typeof flagOnWire>
  : typeof flagOnWire;

/** Yes or no: 1 or 0 on the wire and in the store, a switch in a form. */
export function flag<const S extends FlagOptions>(said: S): FieldOf<S, FlagSchema<S>, FlagSchema<S>, Flag> {
  const { initially = 0, nothing = initially } = said;
  const wire: z.ZodType<Flag | null> = nothing === null ? flagOnWire.nullable() : flagOnWire;
  const field = makeField<S, z.ZodType<Flag | null>, z.ZodType, Flag>(said, 'flag', {
    wire,
    input: wire,
    options: [
      { id: '1', name: 'Yes' },
      { id: '0', name: 'No' },
    ],
    typed: { empty: initially, ofWire: (value) => value ?? 0, toWire: (typed) => typed },
    stored: { as: 'number', blank: nothing },
    shown: (value) => (value === 1 ? 'Yes' : 'No'),
  });
  // Whether null is among its values hangs on what is said of it, which the type above says and this code does.
  return field as unknown as FieldOf<S, FlagSchema<S>, FlagSchema<S>, Flag>;
}

const genders = [
  { id: 'm', name: 'Male' },
  { id: 'f', name: 'Female' },
] as const;
const anyGender = genderCode.nullable();

/** Male or female; a form begins with `initially`, and with `unknown` of somebody of whom neither is known. */
export const gender = <const S extends Said<Gender | null>, const Empty extends Gender | ''>(
  said: S & { initially: Gender | Empty; unknown: Empty },
) =>
  makeField<S, typeof anyGender, typeof genderCode, Gender | Empty>(said, 'gender', {
    wire: anyGender,
    input: genderCode,
    options: genders,
    typed: {
      empty: said.initially,
      ofWire: (value) => genderOf(value) ?? said.unknown,
      toWire: (typed) => typed || null,
    },
    stored: { as: 'text', blank: null },
    shown: (value) => nameIn(genders, value),
  });

/** One of a list that admins keep, by its code. */
export const listed = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'listed', line, {
    typed: { nothing: '' },
    stored: { as: 'text' },
    shown: (value) => value,
  });

const codes = z.array(z.string()).max(60);
const codesOrOne = z.union([codes, z.string().min(1).max(100)]);

interface SeveralListedOptions extends Said<string[]> {
  /** One alone may be sent as its code. */
  orAlone?: true;
}

export type SentCodes<S> = S extends { orAlone: true } ? typeof codesOrOne : typeof codes;

/** Several of a list that admins keep, by their codes. */
export function severalListed<const S extends SeveralListedOptions>(
  said: S,
): FieldOf<S, typeof codes, SentCodes<S>, string[]> {
  const field = makeField<S, typeof codes, z.ZodType, string[]>(said, 'severalListed', {
    wire: codes,
    input: said.orAlone ? codesOrOne : codes,
    typed: { empty: [], ofWire: medicationList, toWire: (typed) => typed },
    stored: { as: 'texts', blank: [], toWire: medicationList },
    shown: (value) => value.join(', '),
  });
  // Which schema it is hangs on what is said of it, which the type above says and this code does.
  return field as unknown as FieldOf<S, typeof codes, SentCodes<S>, string[]>;
}
