import { z } from 'zod';
import { lineLength } from '../fields/formats.js';
import {
  leadField,
  genderOfPerson,
  inches,
  personName,
  plainDay,
  pounds,
  yesNo,
} from '../fields/lead-kinds.js';
import { wireShape, type SaidOfLead, type TypedValues } from '../fields/lead-field.js';
import { emptyTyped, typedOf, wireOfTyped } from '../fields/typed-values.js';

const section = null;

/** What is known of a spouse or a child (rule L7). */
export const relativeFields = {
  name: {
    ...personName({ label: 'Name', section, example: 'Sam Whitfield' }),
    wire: z.string().max(lineLength),
  },
  gender: genderOfPerson({ label: 'Gender', section, initially: '', unknown: '', example: 'm' }),
  height: inches({ label: 'Height (inches)', section, example: 71 }),
  weight: pounds({ label: 'Pounds', section, example: 190 }),
  birth_date: plainDay({ label: 'Birth date', section, example: '1978-01-30' }),
  tobacco: yesNo({ label: 'Tobacco', section, example: 1 }),
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

const nullablePerson = person.nullable();
const people = z.array(person).max(maxChildren);

/** Somebody of the customer's family, or nobody. */
export const relative = <const S extends SaidOfLead<Person | null>>(said: S) =>
  leadField<S, typeof nullablePerson, z.ZodOptional<typeof nullablePerson>, PersonForm | null>(
    said,
    'people',
    {
      wire: nullablePerson,
      input: nullablePerson.optional(),
      typed: {
        empty: null,
        ofWire: (value) => value && typedPerson(value),
        toWire: (typed) => typed && wirePerson(typed),
      },
      stored: { as: 'records', blank: null },
      shown: ({ name }) => name,
    },
  );

/** Any number of them. */
export const family = <const S extends SaidOfLead<readonly Person[]>>(said: S) =>
  leadField<S, typeof people, z.ZodOptional<typeof people>, readonly PersonForm[]>(said, 'people', {
    wire: people,
    input: people.optional(),
    typed: {
      empty: [],
      ofWire: (value) => value.map(typedPerson),
      toWire: (typed) => typed.map(wirePerson),
    },
    stored: { as: 'records', blank: [] },
    shown: (value) => value.map(({ name }) => name).join(', '),
  });
