import { z } from 'zod';
import { flag, gender } from '../fields/choice-kinds.js';
import { lineLength } from '../fields/formats.js';
import { wireShape, type TypedValues } from '../fields/lead-shapes.js';
import { makeField, optionalField, type SaidOptional } from '../fields/make-field.js';
import type { Said } from '../fields/field.js';
import { inches, pounds } from '../fields/number-kinds.js';
import { text } from '../fields/text-kinds.js';
import { isoDate } from '../fields/time-kinds.js';
import { emptyTyped, typedOf, wireOfTyped } from '../fields/typed-values.js';

const section = null;

/** What is known of a spouse or a child (rule L7). */
export const relativeFields = {
  name: text({ label: 'Name', section, max: lineLength, example: 'Sam Whitfield' }),
  gender: gender({ label: 'Gender', section, initially: '', unknown: '', example: 'm' }),
  height: inches({ label: 'Height (inches)', section, example: 71 }),
  weight: pounds({ label: 'Pounds', section, example: 190 }),
  birth_date: isoDate({ label: 'Birth date', section, example: '1978-01-30' }),
  tobacco: flag({ label: 'Tobacco', section, nothing: null, example: 1 }),
};

/** A spouse or a child of a health lead. */
export const person = z.object(wireShape(relativeFields));
export type Person = z.infer<typeof person>;
/** The same as it is typed; '' for nothing. */
export type PersonForm = Pick<TypedValues<typeof relativeFields>, keyof typeof relativeFields>;

/** As many children as a lead keeps. */
export const maxChildren = 20;

/** A spouse or a child of whom nothing is known yet. */
export const blankPerson = (): PersonForm => emptyTyped(relativeFields);
const typedPerson = (of: Person): PersonForm => typedOf(relativeFields, of);
const wirePerson = (form: PersonForm): Person => wireOfTyped(relativeFields, { ...form });

const people = z.array(person).max(maxChildren);

/** Somebody of the customer's family, or nobody. */
export const relative = <const S extends SaidOptional<Person>>(said: S) =>
  optionalField<S, typeof person, PersonForm | null>(said, 'people', person, {
    typed: { nothing: null, ofWire: typedPerson, toWire: wirePerson },
    stored: { as: 'records' },
    shown: ({ name }) => name,
  });

/** Any number of them. */
export const family = <const S extends Said<readonly Person[]>>(said: S) =>
  makeField<S, typeof people, typeof people, readonly PersonForm[]>(said, 'people', {
    wire: people,
    input: people,
    typed: {
      empty: [],
      ofWire: (value) => value.map(typedPerson),
      toWire: (typed) => typed.map(wirePerson),
    },
    stored: { as: 'records', blank: [] },
    shown: (value) => value.map(({ name }) => name).join(', '),
  });
