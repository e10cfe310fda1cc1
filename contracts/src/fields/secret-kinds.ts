import { z } from 'zod';
import type { Field, Said, WriteOnly } from './field.js';
import { makeField, type FieldOf } from './make-field.js';
import { textOf, type TextOptions } from './text-kinds.js';

/** Whether nothing is typed: react-admin's inputs have null for a text that was taken away. */
const isNothing = (typed: unknown) => typed === null || (typeof typed === 'string' && typed.trim() === '');

/**
 * The same field, written and never read back. An empty input says nothing of it, so that what is there stays; who keeps it
 * decides how, for it is in no record and in no collection by its definition.
 */
export const writeOnly = <const F extends Field>(field: F): WriteOnly<F> => ({
  ...field,
  writeOnly: true,
  typed: {
    ...field.typed,
    ofWire: () => field.typed.empty,
    toWire: (typed) => (isNothing(typed) ? undefined : field.typed.toWire(typed)),
  },
});

/** A line of text that nobody reads over a shoulder, and that is never read back: a token of another system. */
export const secret = <const S extends TextOptions>(said: S) => writeOnly(textOf('secret', said));

/** A password as it is typed: twice. */
const typedTwice = z.object({ first: z.string().nullable(), again: z.string().nullable() });

const readTwice = (typed: unknown) => {
  const { first, again } = typedTwice.parse(typed);
  return { first: first ?? '', again: again ?? '' };
};

interface PasswordOptions extends Said<string> {
  /** What a password is. */
  of: z.ZodString;
  /** The second input: what it is called, and the sentence where the two differ. */
  again: { label: string; differs: string };
  /** The sentence of an input that must be filled and is not. */
  none: string;
}

export interface TwiceTyped {
  first: string;
  again: string;
}

/** A new record has one, in every case. */
type PasswordField<S> = WriteOnly<FieldOf<S, z.ZodString, z.ZodString, TwiceTyped>> & { required: true };

/** A password, typed twice: given with what is new, kept where a change leaves it empty, never read back. */
export function password<const S extends PasswordOptions>(said: S): PasswordField<S> {
  const { of, again, none } = said;
  const empty = { first: '', again: '' };
  const field = makeField<S, z.ZodString, z.ZodString, TwiceTyped>(said, 'password', {
    wire: of,
    input: of,
    required: true,
    typed: {
      empty,
      ofWire: () => empty,
      toWire: (typed) => {
        const { first } = readTwice(typed);
        return first === '' ? undefined : first;
      },
      faults: (typed, isNew) => {
        const two = readTwice(typed);
        const wrong = two.first === '' ? undefined : of.safeParse(two.first).error?.issues[0]?.message;
        const first = two.first === '' && isNew ? none : wrong;
        const needsAgain = two.again === '' && (isNew || two.first !== '');
        const second = needsAgain ? none : two.again === two.first ? undefined : again.differs;
        return { ...(first !== undefined && { first }), ...(second !== undefined && { again: second }) };
      },
    },
    stored: { as: 'text', blank: undefined },
    shown: () => '',
  });
  return { ...field, writeOnly: true, again, required: true };
}
