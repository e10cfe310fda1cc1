import { z } from 'zod';
import { requiredMessage } from '../field-sentences.js';
import { flag as flagOnWire, instant as instantOnWire, type Flag } from '../ids.js';
import { shownInstant } from '../time/pacific.js';
import { asItIs, type Field, type Option, type Said, type Writable, type WritableOf } from './field.js';

/** What stands on the screen of every kind alike. */
const shownOf = ({ label, help }: { label: string; help?: string }) => ({
  label,
  ...(help !== undefined && { help }),
});

/** When a field is written; `otherwise` where nothing is said of that. */
const writableOf = <S extends { writable?: Writable }, Otherwise extends Writable>(
  { writable }: S,
  otherwise: Otherwise,
) => (writable ?? otherwise) as WritableOf<S, Otherwise>;

interface TextOptions extends Said<string> {
  /** Characters at most. */
  max: number;
  required?: boolean;
  /** How it must be written, and the sentence where it is not. */
  pattern?: { matches: RegExp; sentence: string };
}

/** A line of text, without the space around it. */
export function text<const S extends TextOptions>(said: S): Field<z.ZodString, WritableOf<S>, string> {
  const { max, required = false, pattern } = said;
  const trimmed = z.string().trim();
  const filled = (required ? trimmed.min(1, requiredMessage) : trimmed).max(max);
  return {
    ...shownOf(said),
    example: said.example,
    writable: writableOf(said, 'always'),
    kind: 'text',
    wire: pattern ? filled.regex(pattern.matches, pattern.sentence) : filled,
    required,
    typed: { empty: '', ofWire: asItIs, toWire: asItIs },
    stored: { as: 'text', ofWire: (value) => value, toWire: (value) => value },
    shown: (value) => value,
  };
}

interface ChoicesOptions<Name extends string> extends Said<NoInfer<Name>[]> {
  of: readonly { id: Name; name: string }[];
  /** The sentence where none is chosen; without it none may be. */
  none?: string;
}

/** Any number of a list's entries, each once at most. */
export function choices<const Name extends string, const S extends { writable?: Writable }>(
  said: ChoicesOptions<Name> & S,
): Field<z.ZodArray<z.ZodEnum<{ [N in Name]: N }>>, WritableOf<S>, Name[]> {
  const options: readonly Option[] = said.of;
  const entry = z.enum(said.of.map(({ id }) => id)) as z.ZodEnum<{ [N in Name]: N }>;
  const some = z.array(entry).max(said.of.length);
  return {
    ...shownOf(said),
    example: said.example,
    writable: writableOf(said, 'always'),
    kind: 'choices',
    wire: said.none === undefined ? some : some.min(1, said.none),
    required: said.none !== undefined,
    options,
    typed: { empty: [], ofWire: asItIs, toWire: asItIs },
    stored: { as: 'texts', ofWire: (value) => value, toWire: (value) => value },
    shown: (value) => value.map((id) => options.find((option) => option.id === id)?.name ?? id).join(', '),
  };
}

/** How many there are. */
export function count<const S extends Said<number>>(said: S): Field<z.ZodInt, WritableOf<S>, number> {
  return {
    ...shownOf(said),
    example: said.example,
    writable: writableOf(said, 'always'),
    kind: 'count',
    wire: z.int().min(0),
    required: true,
    typed: { empty: 0, ofWire: asItIs, toWire: asItIs },
    stored: { as: 'number', ofWire: (value) => value, toWire: (value) => value },
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
    ...shownOf(said),
    example: said.example,
    writable: writableOf(said, 'always'),
    kind: 'flag',
    wire: flagOnWire,
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
export function instant<const S extends Said<string | null>>(
  said: S,
): Field<z.ZodNullable<typeof instantOnWire>, WritableOf<S, 'never'>, Date | null> {
  return {
    ...shownOf(said),
    example: said.example,
    writable: writableOf(said, 'never'),
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
