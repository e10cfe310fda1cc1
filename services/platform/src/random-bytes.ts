import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let taken = pool.length;

/**
 * A few random bytes, nobody's before, of which many are needed: drawn from the system one at a time, twelve bytes cost as
 * much as encrypting a value with them. `size` is in bytes; throws `RangeError` above 4,096. They are part of a
 * larger buffer: whoever keeps them copies them.
 */
export function fewRandomBytes(size: number): Buffer {
  if (size > pool.length) throw new RangeError(`${String(size)} random bytes are more than a few`);
  if (taken + size > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += size;
  return pool.subarray(taken - size, taken);
}
