import { v7 as uuidv7 } from 'uuid';
import { fewRandomBytes } from '../random-bytes.js';

const idBytes = 16;
let msecs = 0;
let seq = 0;

/**
 * A new UUID v7. Those of one process sort in the order in which they were made, within one millisecond too, and whatever
 * the clock does: then a counter of 32 bits goes on from a random start in its lower half.
 */
export function newEventId(): string {
  const random = fewRandomBytes(idBytes);
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = random.readUInt32BE(6) >>> 1;
  } else {
    seq = (seq + 1) >>> 0;
    if (seq === 0) msecs += 1;
  }
  return uuidv7({ random, msecs, seq });
}
