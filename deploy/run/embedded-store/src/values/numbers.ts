/** Arithmetic with MongoDB's type promotion: int32 overflows to int64, int64 to double, and doubles stay doubles. */
import { StoreError } from './errors.js';
import { Decimal128, Double, integerValue } from './values.js';

export type Num = number | bigint | Double;

/** Rejects Decimal128, for which this store has no arithmetic. */
export function calculable(value: Num | Decimal128, name: string): Num {
  if (value instanceof Decimal128) {
    throw new StoreError('NotImplemented', `${name} on a Decimal128 is not supported by the embedded store`);
  }
  return value;
}

export const double = (value: number): Double => new Double(value);

/** The result of integer arithmetic in the operands' type; a double if it overflows int64. */
export function whole(result: bigint, ...operands: Num[]): Num {
  const fitting = integerValue(result);
  if (fitting === undefined) return double(Number(result));
  return operands.some((operand) => typeof operand === 'bigint') ? BigInt(fitting) : fitting;
}

/** Sum of numbers of all types: exact for integers, compensated for doubles, so that 0.1 + 0.2 + 0.3 is 0.6. */
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
