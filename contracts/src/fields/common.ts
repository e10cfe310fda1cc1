import type { z } from 'zod';
import type {
  Field,
  FieldKind,
  Option,
  OptionalOf,
  Said,
  SaidOptional,
  StoredOptional,
  Writable,
  WritableOf,
} from './field.js';

/** What every kind takes over from what is said of a field; `otherwise` is when it is written where nothing is said of that. */
export const common = <const S extends Said<unknown>, const Otherwise extends Writable = 'always'>(
  { label, short, help, section, example, writable }: S,
  otherwise: Otherwise = 'always' as Otherwise,
) => ({
  label,
  ...(short !== undefined && { short }),
  ...(help !== undefined && { help }),
  ...(section !== undefined && { section }),
  example: example as S['example'],
  writable: (writable ?? otherwise) as WritableOf<S, Otherwise>,
});

/** What is stored as it is on the wire. */
export const storedAsWire = { ofWire: <V>(value: V): V => value, toWire: <V>(value: V): V => value };

interface Own<Value, Stored> {
  options?: readonly Option[];
  /** The text that is typed, for each value; the value itself where nothing is said. */
  typed?: { ofWire: (value: Value) => string; toWire: (typed: string) => Value | undefined };
  stored: {
    as: 'text' | 'number';
    ofWire: (value: Value) => Stored;
    toWire: (value: Stored) => Value;
  };
  shown: (value: Value) => string;
}

/**
 * A field that is typed as text and may be empty: nothing typed is null on the wire and in the store, unless it must be
 * filled. What cannot be read stays as it was typed, for the schema to refuse.
 */
export function optionalField<const S extends SaidOptional<z.input<Wire>>, Wire extends z.ZodType, Stored>(
  said: S,
  kind: FieldKind,
  wire: Wire,
  { options, typed, stored, shown }: Own<z.output<Wire>, Stored>,
): Field<OptionalOf<S, Wire>, WritableOf<S>, StoredOptional<S, Stored>> {
  const required = said.required === true;
  const orNull =
    <From, To>(turn: (value: From) => To) =>
    (value: From | null | undefined) =>
      value === null || value === undefined ? null : turn(value);
  const field = {
    ...common(said),
    kind,
    wire: required ? wire : wire.nullable(),
    required,
    ...(options && { options }),
    typed: {
      empty: '',
      ofWire: (value: z.output<Wire> | null) =>
        value === null || value === undefined ? '' : (typed?.ofWire(value) ?? value),
      toWire: (text: unknown) => {
        if (typeof text !== 'string') return text;
        if (text.trim() === '') return required ? undefined : null;
        return typed?.toWire(text) ?? text;
      },
    },
    stored: { as: stored.as, ofWire: orNull(stored.ofWire), toWire: orNull(stored.toWire) },
    shown: (value: z.output<Wire> | null) => (value === null ? '' : shown(value)),
  };
  // Whether null is among its values hangs on what is said of it, which the types above say and this code does.
  return field as unknown as Field<OptionalOf<S, Wire>, WritableOf<S>, StoredOptional<S, Stored>>;
}
