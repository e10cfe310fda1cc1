/** Arithmetic that keeps MongoDB's numeric types: int32 grows to int64, int64 to double, a double stays one. */
import { StoreError } from './errors.js';
import { Decimal128, Double, integerValue, toNumber } from './values.js';

export type Num = number | bigint | Double;

/** Refuses Decimal128, on which this store does not calculate. */
export function calculable(value: Num | Decimal128, name: string): Num {
  if (value instanceof Decimal128) {
    throw new StoreError('NotImplemented', `${name} on a Decimal128 is not supported by the embedded store`);
  }
  return value;
}

export const double = (value: number): Double => new Double(value);

/** The result of whole-number arithmetic on these operands; beyond int64 it is a double. */
export function whole(result: bigint, ...operands: Num[]): Num {
  const fitting = integerValue(result);
  if (fitting === undefined) return double(Number(result));
  return operands.some((operand) => typeof operand === 'bigint') ? BigInt(fitting) : fitting;
}

/** The result of arithmetic on two int32 where JavaScript calculates it exactly; undefined where it does not. */
export function wholeOf(result: number): Num | undefined {
  if (!Number.isSafeInteger(result)) return undefined;
  if (result >= -0x80000000 && result <= 0x7fffffff) return result + 0; // never -0
  return BigInt(result);
}

export const isDouble = (...operands: Num[]): boolean =>
  operands.some((operand) => operand instanceof Double);

/** Adds numbers of all types as one exact sum; fractions are compensated, so 0.1 + 0.2 + 0.3 is 0.6. */
export class Sum {
  private integers = 0;
  private beyond = 0n;
  private fractions = 0;
  private lost = 0;
  private long = false;
  private fractional = false;

  add(value: Num): void {
    if (typeof value === 'number') this.addInteger(value);
    else if (typeof value === 'bigint') {
      this.long = true;
      if (Number.isSafeInteger(Number(value))) this.addInteger(Number(value));
      else this.beyond += value;
    } else {
      this.fractional = true;
      this.addDouble(value.value);
    }
  }

  private addInteger(value: number): void {
    const next = this.integers + value;
    if (Number.isSafeInteger(next)) this.integers = next;
    else {
      this.beyond += BigInt(this.integers) + BigInt(value);
      this.integers = 0;
    }
  }

  // Neumaier's summation.
  private addDouble(value: number): void {
    const next = this.fractions + value;
    this.lost +=
      Math.abs(this.fractions) >= Math.abs(value)
        ? this.fractions - next + value
        : value - next + this.fractions;
    this.fractions = next;
  }

  toNumber(): number {
    const integers = this.beyond === 0n ? this.integers : Number(this.beyond + BigInt(this.integers));
    if (!Number.isFinite(this.fractions)) return this.fractions;
    const sum = this.fractions + integers;
    const lost =
      Math.abs(integers) >= Math.abs(this.fractions)
        ? integers - sum + this.fractions
        : this.fractions - sum + integers;
    return sum + (this.lost + lost);
  }

  value(): Num {
    if (this.fractional) return double(this.toNumber());
    return whole(this.beyond + BigInt(this.integers), this.long ? 0n : 0);
  }
}

/** A whole-number value, however it is typed, for exact arithmetic. */
export const toBigInt = (value: Num): bigint => (typeof value === 'bigint' ? value : BigInt(toNumber(value)));

/** Rounds at a decimal place of the exact binary value: halves to even, or towards zero. */
export function roundAt(value: Num, place: number, mode: 'even' | 'zero'): Num {
  if (!(value instanceof Double)) {
    if (place >= 0) return value;
    return whole(quantize(toBigInt(value), 10n ** BigInt(-place), mode), value);
  }
  const number = value.value;
  if (!Number.isFinite(number) || (place >= 0 && Math.abs(number) >= 2 ** 53)) return value;
  // Shifted by 100 places every digit that matters is a whole number.
  const shifted =
    Math.abs(number) < 1e21 ? BigInt(number.toFixed(100).replace('.', '')) : BigInt(number) * 10n ** 100n;
  const rounded = quantize(shifted, 10n ** BigInt(100 - place), mode);
  return double(rounded === 0n && (number < 0 || Object.is(number, -0)) ? -0 : Number(`${rounded}e-100`));
}

function quantize(value: bigint, unit: bigint, mode: 'even' | 'zero'): bigint {
  const rest = value % unit;
  const down = value - rest;
  if (mode === 'zero' || rest === 0n) return down;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const up = twice > unit || (twice === unit && (down / unit) % 2n !== 0n);
  return up ? down + (value < 0n ? -unit : unit) : down;
}
