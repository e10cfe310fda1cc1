import { z } from 'zod';
import { nameIn, type EnumOf, type ListOf } from './choice-kinds.js';
import type { Said } from './field.js';
import { makeField, type FieldOf } from './make-field.js';

interface ChoicesOptions<Name extends string> extends Said<NoInfer<Name>[]>, ListOf<Name> {
  /** The sentence where none is chosen; without it none may be. */
  none?: string;
}

/** Any number of a list's entries, each once at most. */
export function choices<const Name extends string, const S extends Omit<Said<Name[]>, 'example' | 'none'>>(
  said: ChoicesOptions<Name> & S,
): FieldOf<S, z.ZodArray<EnumOf<Name>>, z.ZodArray<EnumOf<Name>>, Name[]> {
  const { of, none } = said;
  const some = z.array(z.enum(of.map(({ id }) => id)) as EnumOf<Name>).max(of.length);
  const wire = none === undefined ? some : some.min(1, none);
  return makeField<S & Said<Name[]>, typeof wire, typeof wire, Name[]>(said, 'choices', {
    wire,
    input: wire,
    required: none !== undefined,
    options: of,
    typed: { empty: [], ofWire: (value) => value, toWire: (typed) => typed },
    stored: { as: 'texts', blank: [] },
    shown: (value) => value.map((id) => nameIn(of, id)).join(', '),
  });
}

interface NumberedChoicesOptions<Id extends number> extends Said<NoInfer<Id>[]> {
  /** The list, and the schema of the number of one of its entries. */
  of: readonly { id: Id; name: string }[];
  each: z.ZodType<Id, Id>;
}

/** Any number of the entries of a list that the specification numbers. */
export function numberedChoices<const Id extends number, const S extends Omit<Said<Id[]>, 'example'>>(
  said: NumberedChoicesOptions<Id> & S,
) {
  const options = said.of.map(({ id, name }) => ({ id: String(id), name }));
  const wire = z.array(said.each).max(said.of.length);
  return makeField<S & Said<Id[]>, typeof wire, typeof wire, string[]>(said, 'choices', {
    wire,
    input: wire,
    options,
    typed: {
      empty: [],
      ofWire: (value) => value.map(String),
      toWire: (typed: unknown) => (Array.isArray(typed) ? typed.map(Number) : typed),
    },
    stored: { as: 'numbers', blank: [] },
    shown: (value) => value.map((id) => nameIn(options, String(id))).join(', '),
  });
}

interface WordsOptions extends Said<string[]> {
  /** How each is written, with the sentence where one is not, and where one is there twice. */
  each: { matches: RegExp; wrong: (word: string) => string; twice: (word: string) => string };
  /** Of so many at most. */
  max: number;
}

/** Several words, each once, typed with spaces or commas between them. */
export function words<const S extends WordsOptions>(said: S) {
  const { matches, wrong, twice } = said.each;
  const word = z.string().regex(matches, { error: ({ input }) => wrong(String(input)) });
  const again = (list: readonly string[]) => list.find((each, at) => list.indexOf(each) !== at);
  const wire = z
    .array(word)
    .max(said.max)
    .refine((list) => again(list) === undefined, {
      error: ({ input }) => (Array.isArray(input) ? twice(again(input.map(String)) ?? '') : undefined),
    });
  return makeField<S, typeof wire, typeof wire, string>(said, 'words', {
    wire,
    input: wire,
    typed: {
      empty: '',
      ofWire: (value) => value.join(' '),
      toWire: (typed: unknown) =>
        typeof typed === 'string' ? typed.split(/[\s,;]+/).filter((each) => each !== '') : (typed ?? []),
    },
    stored: { as: 'texts', blank: [] },
    shown: (value) => value.join(', '),
  });
}
