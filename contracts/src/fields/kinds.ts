import { z } from 'zod';
import { requiredMessage } from '../field-sentences.js';
import { flag as flagOnWire, instant as instantOnWire, type Flag } from '../ids.js';
import { shownInstant } from '../time/pacific.js';
import { asItIs, type Field, type Option, type Said, type Writable } from './field.js';

/** What is said of a field that was said of no `writable`: it may always be written. */
const writableOf = <On extends Writable>(said: { writable?: On }): On => said.writable ?? ('always' as On);

const saidOf = <Example, On extends Writable>({ label, help, example }: Said<Example, On>) => ({
  label,
  ...(help !== undefined && { help }),
  example,
});

interface TextOptions<On extends Writable> extends Said<string, On> {
  /** Characters at most. */
  max: number;
  required?: boolean;
  /** How it must be written, and the sentence where it is not. */
  pattern?: { matches: RegExp; sentence: string };
}

/** A line of text, without the space around it. */
export function text<On extends Writable = 'always'>(said: TextOptions<On>): Field<z.ZodString, On, string> {
  const { max, required = false, pattern } = said;
  const trimmed = z.string().trim();
  const filled = (required ? trimmed.min(1, requiredMessage) : trimmed).max(max);
  return {
    ...saidOf(said),
    kind: 'text',
    wire: pattern ? filled.regex(pattern.matches, pattern.sentence) : filled,
    writable: writableOf(said),
    required,
    typed: { empty: '', ofWire: asItIs, toWire: asItIs },
    stored: { as: 'text', ofWire: (value) => value, toWire: (value) => value },
    shown: (value) => value,
  };
}

interface ChoicesOptions<Name extends string, On extends Writable> extends Said<Name[], On> {
  of: readonly { id: Name; name: string }[];
  /** The sentence where none is chosen; without it none may be. */
  none?: string;
}

/** Any number of a list's entries, each once at most. */
export function choices<const Name extends string, On extends Writable = 'always'>(
  said: ChoicesOptions<Name, On>,
): Field<z.ZodArray<z.ZodEnum<{ [N in Name]: N }>>, On, Name[]> {
  const options: readonly Option[] = said.of;
  const entry = z.enum(said.of.map(({ id }) => id)) as z.ZodEnum<{ [N in Name]: N }>;
  const some = z.array(entry).max(said.of.length);
  return {
    ...saidOf(said),
    kind: 'choices',
    wire: said.none === undefined ? some : some.min(1, said.none),
    writable: writableOf(said),
    required: said.none !== undefined,
    options,
    typed: { empty: [], ofWire: asItIs, toWire: asItIs },
    stored: { as: 'texts', ofWire: (value) => value, toWire: (value) => value },
    shown: (value) => value.map((id) => options.find((option) => option.id === id)?.name ?? id).join(', '),
  };
}

/** How many there are. */
export function count<On extends Writable = 'always'>(said: Said<number, On>): Field<z.ZodInt, On, number> {
  return {
    ...saidOf(said),
    kind: 'count',
    wire: z.int().min(0),
    writable: writableOf(said),
    required: true,
    typed: { empty: 0, ofWire: asItIs, toWire: asItIs },
    stored: { as: 'number', ofWire: (value) => value, toWire: (value) => value },
    shown: (value) => value.toLocaleString('en-US'),
  };
}

interface FlagOptions<On extends Writable> extends Said<Flag, On> {
  /** In an empty form. */
  initially: Flag;
}

/** Yes or no: 1 or 0 on the wire and in the store, a switch in a form. */
export function flag<On extends Writable = 'always'>(
  said: FlagOptions<On>,
): Field<typeof flagOnWire, On, Flag> {
  return {
    ...saidOf(said),
    kind: 'flag',
    wire: flagOnWire,
    writable: writableOf(said),
    required: false,
    typed: {
      empty: said.initially === 1,
      ofWire: (value) => value === 1,
      toWire: (typed) => (typed === true ? 1 : 0),
    },
    stored: { as: 'number', ofWire: (value) => value, toWire: (value) => value },
    shown: (value) => (value === 1 ? 'Yes' : 'No'),
  };
}

/** A moment, which the product sets by itself; nothing where it has not come yet. */
export function instant<On extends Writable = 'never'>(
  said: Said<string | null, On>,
): Field<z.ZodNullable<typeof instantOnWire>, On, Date | null> {
  return {
    ...saidOf(said),
    kind: 'instant',
    wire: instantOnWire.nullable(),
    writable: said.writable ?? ('never' as On),
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
