/** The field update operators. */
import { StoreError } from '../values/errors.js';
import type { Change, Place } from './update-tree.js';
import {
  Decimal128,
  Double,
  Timestamp,
  compareValues,
  describe,
  identical,
  integerValue,
  isNumber,
  toNumber,
  typeNameOf,
  type Found,
  type Value,
} from '../values/values.js';

/** Compiles an update operator with its argument for one field to the change of that field. */
export type Operator = (argument: Value, field: string) => Change;

export const bad = (message: string) => new StoreError('BadValue', message);
export const failed = (message: string) => new StoreError('FailedToParse', message);

/** The document's _id as error messages show it. */
export function idText({ run }: Place): string {
  const id = run.doc.get('_id');
  return id === undefined ? '{no id}' : `{_id: ${describe(id)}}`;
}

/** The current value if the new one is identical, so that the update counts as a no-op. */
export const unlessSame = (current: Found, value: Value): Value =>
  current !== undefined && identical(current, value) ? current : value;

export const FIELD_OPERATORS: Readonly<Record<string, Operator>> = {
  $set: (value) => (current) => unlessSame(current, value),

  $setOnInsert: (value) => (current, place) => (place.run.inserting ? unlessSame(current, value) : current),

  $unset: () => () => undefined,

  $inc: increment,

  $min: (value) => (current) =>
    current === undefined || compareValues(value, current) < 0 ? value : current,

  $max: (value) => (current) =>
    current === undefined || compareValues(value, current) > 0 ? value : current,
};

type Numeric = number | bigint | Double;

function increment(argument: Value, field: string): Change {
  if (!isNumber(argument)) {
    throw new StoreError(
      'TypeMismatch',
      `Cannot increment with non-numeric argument: {${field}: ${describe(argument)}}`,
    );
  }
  const by = withoutDecimal(argument);
  return (current, place) => {
    if (current === undefined) return by;
    if (!isNumber(current)) {
      throw new StoreError(
        'TypeMismatch',
        `Cannot apply $inc to a value of non-numeric type. ${idText(place)} has the field '${place.name}' of non-numeric type ${typeNameOf(current)}`,
      );
    }
    const from = withoutDecimal(current);
    if (from instanceof Double || by instanceof Double) {
      return unlessSame(current, new Double(toNumber(from) + toNumber(by)));
    }
    const exact = BigInt(from) + BigInt(by);
    const result = integerValue(exact);
    if (result === undefined) {
      const type = typeof from === 'bigint' ? 'NumberLong' : 'NumberInt';
      throw bad(
        `Failed to apply $inc operations to current value ((${type})${from}) for document ${idText(place)}`,
      );
    }
    // An int64 stays an int64 even if the result would fit an int32.
    return unlessSame(current, typeof from === 'bigint' || typeof by === 'bigint' ? exact : result);
  };
}

function withoutDecimal(value: Numeric | Decimal128): Numeric {
  if (value instanceof Decimal128) {
    throw new StoreError('NotImplemented', '$inc with Decimal128 is not supported by the embedded store');
  }
  return value;
}

/** The increment of a timestamp orders those of the same second; the milliseconds serve as the increment. */
export const timestampOf = (now: Date): Timestamp =>
  new Timestamp({ t: Math.floor(now.getTime() / 1000), i: (now.getTime() % 1000) + 1 });
