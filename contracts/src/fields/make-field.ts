import { z } from 'zod';
import { requiredMessage } from '../field-sentences.js';
import type { Field, FieldKind, Option, Said, Writable } from './field.js';
import type { FormatCheck } from './formats.js';

/** The same of a kind that may be left empty: null on the wire then. */
export interface SaidOptional<Example> extends Said<Example | null> {
  required?: boolean;
  /** Records that came from elsewhere or before may hold what nobody may send. */
  lenient?: true;
}

/** When a field is written of which this is said. */
export type WritableOf<S, Otherwise extends Writable> = S extends { writable: infer On extends Writable }
  ? On
  : Otherwise;

/** What of what is said the shapes of leads are told apart by. */
export interface TraitsOf<S> {
  only: S extends { only: infer V } ? V : undefined;
  row: S extends { row: true } ? true : undefined;
  needed: S extends { needed: infer V } ? V : undefined;
  sealed: S extends { sealed: true } ? true : undefined;
}

/** The field that is made where `S` was said. */
export type FieldOf<
  S,
  Wire extends z.ZodType,
  Input extends z.ZodType,
  Typed,
  Stored = z.output<Wire>,
  Otherwise extends Writable = 'always',
> = Field<Wire, WritableOf<S, Otherwise>, Stored, Input, Typed, TraitsOf<S>>;

interface Own<Wire extends z.ZodType, Input extends z.ZodType, Typed, Stored> {
  wire: Wire;
  input: Input;
  required?: boolean;
  max?: number;
  options?: readonly Option[];
  typed: Field<Wire, Writable, Stored, Input, Typed>['typed'];
  stored: Pick<Field<Wire, Writable, Stored>['stored'], 'as' | 'blank'> &
    Partial<Field<Wire, Writable, Stored>['stored']>;
  shown: (value: NonNullable<z.output<Wire>>) => string;
}

/** A value that is the same on either side. */
export const asItIs = (value: unknown): unknown => value;

/** A field, of what is said of it and what its kind adds; `otherwise` is when it is written where nothing is said of that. */
export function makeField<
  const S extends Said<unknown>,
  Wire extends z.ZodType,
  Input extends z.ZodType,
  Typed,
  Stored = z.output<Wire>,
  const Otherwise extends Writable = 'always',
>(
  said: S,
  kind: FieldKind,
  { required = false, stored, shown, ...own }: Own<Wire, Input, Typed, Stored>,
  otherwise: Otherwise = 'always' as Otherwise,
): FieldOf<S, Wire, Input, Typed, Stored, Otherwise> {
  const field: Field<Wire, Writable, Stored, Input, Typed> = {
    short: said.label,
    none: requiredMessage,
    ...said,
    kind,
    ...own,
    required: required || said.needed !== undefined,
    writable: said.writable ?? otherwise,
    stored: {
      ofWire: asItIs as (value: z.output<Wire>) => Stored,
      // A field that came later is missing in the records of before.
      toWire: (value) => (value ?? stored.blank) as z.output<Wire>,
      ...stored,
    },
    shown: (value) => (value === null || value === undefined ? '' : shown(value)),
    example: said.example as z.input<Wire>,
  };
  return field as FieldOf<S, Wire, Input, Typed, Stored, Otherwise>;
}

/** The schema of a value that may be missing: null stands for nothing unless it must be filled. */
export type OrNull<S, Value extends z.ZodType> = S extends { required: true } ? Value : z.ZodNullable<Value>;

/** The same of what is read: of a lenient field any text. */
export type WireOf<S, Value extends z.ZodType> = OrNull<S, S extends { lenient: true } ? z.ZodString : Value>;

/** The same of what is sent: no lead may be without what it needs always. */
export type InputOf<S, Value extends z.ZodType> = S extends { needed: 'always' } ? Value : OrNull<S, Value>;

export type StoredOf<S, Stored> = S extends { required: true } ? Stored : Stored | null;

interface OptionalOwn<Value extends z.ZodType, Typed, Stored, Input extends z.ZodType> {
  options?: readonly Option[];
  /** The value that is typed; the one on the wire where nothing is said. */
  typed: {
    /** What a form holds of nothing. */
    nothing: Typed;
    /** In an empty form, if that is not nothing. */
    empty?: Typed;
    ofWire?: (value: z.output<Value>) => Typed;
    toWire?: (typed: NonNullable<Typed>) => unknown;
    fault?: FormatCheck;
  };
  stored: {
    as: 'text' | 'number' | 'records';
    ofWire?: (value: z.output<Value>) => Stored;
    toWire?: (value: Stored) => z.output<Value>;
  };
  /** The schema of what is sent, if that may be more than what is read. */
  input?: Input;
  max?: number;
  shown: (value: z.output<Value>) => string;
}

/**
 * A field that may be empty: nothing typed is null on the wire and in the store, unless it must be filled. What cannot be
 * read stays as it was typed, for the schema to refuse.
 */
export function optionalField<
  const S extends SaidOptional<unknown>,
  Value extends z.ZodType,
  Typed,
  Stored = z.output<Value>,
  Input extends z.ZodType = Value,
>(
  said: S,
  kind: FieldKind,
  value: Value,
  { typed, stored, input, ...own }: OptionalOwn<Value, Typed, Stored, Input>,
): FieldOf<S, WireOf<S, Value>, InputOf<S, Input>, Typed, StoredOf<S, Stored>> {
  const required = said.required === true;
  const { nothing, empty = nothing, ...reading } = typed;
  const { as, ofWire = asItIs, toWire = asItIs } = stored;
  const read = said.lenient ? z.string() : value;
  const sent = input ?? value;
  const orNull = (turn: (filled: never) => unknown) => (filled: unknown) =>
    filled === null || filled === undefined ? null : turn(filled as never);
  const field = makeField<S, z.ZodType, z.ZodType, unknown, unknown>(said, kind, {
    ...own,
    wire: required ? read : read.nullable(),
    input: required || said.needed === 'always' ? sent : sent.nullable(),
    required,
    typed: {
      ...(reading.fault && { fault: reading.fault }),
      empty,
      ofWire: (filled) => orNull(reading.ofWire ?? asItIs)(filled) ?? nothing,
      toWire: (given) => {
        if (typeof given === 'string' && given.trim() === '') return required ? undefined : null;
        const isFilled = typeof given === 'string' || (typeof given === 'object' && given !== null);
        return isFilled ? (reading.toWire?.(given as NonNullable<Typed>) ?? given) : given;
      },
    },
    stored: { as, blank: required ? undefined : null, ofWire: orNull(ofWire), toWire: orNull(toWire) },
    shown: (filled) => own.shown(filled as z.output<Value>),
  });
  // Whether null is among its values hangs on what is said of it, which the types above say and this code does.
  return field as unknown as FieldOf<S, WireOf<S, Value>, InputOf<S, Input>, Typed, StoredOf<S, Stored>>;
}
