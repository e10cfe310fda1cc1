import { Transform } from 'node:stream';
import { CiphertextRefused, decrypt, encrypt, overhead } from './aes-gcm.js';

/** Bytes of a chunk in clear; every one but the last has as many. */
export const chunkLength = 64 * 1024;
const storedLength = chunkLength + overhead;

/** A chunk is bound to its place, and the last one to being the last: none can be left out, moved, repeated or cut off. */
const contextOf = (name: string, index: number, isLast: boolean) =>
  `${name} chunk ${String(index)}${isLast ? ' end' : ''}`;

/** Gathers what comes in into pieces of one length; the last one, maybe an empty one, is told as such if it is the `end`. */
function inPieces(
  length: number,
  take: (piece: Buffer, index: number, isLast: boolean) => Buffer,
  hasEnd = true,
): Transform {
  let rest: Buffer[] = [];
  let gathered = 0;
  let index = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      rest.push(piece);
      gathered += piece.length;
      // One piece is held back: only what comes behind it says that it is not the last.
      if (gathered <= length) {
        done();
        return;
      }
      let whole = Buffer.concat(rest);
      try {
        while (whole.length > length) {
          this.push(take(whole.subarray(0, length), index, false));
          index += 1;
          whole = whole.subarray(length);
        }
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      rest = [whole];
      gathered = whole.length;
      done();
    },
    flush(done) {
      try {
        this.push(take(Buffer.concat(rest), index, hasEnd));
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** Encrypts a stream chunk by chunk; `name` says what it is and is bound in. */
export const encryptChunks = (key: Uint8Array, name: string): Transform =>
  inPieces(chunkLength, (piece, index, isLast) => encrypt(key, contextOf(name, index, isLast), piece));

/** The chunk that has a byte of the text in clear: where it begins in clear, and where it begins and ends encrypted. */
export function chunkAt(offset: number): {
  index: number;
  from: number;
  storedFrom: number;
  storedTo: number;
} {
  const index = Math.floor(offset / chunkLength);
  const storedFrom = index * storedLength;
  return { index, from: index * chunkLength, storedFrom, storedTo: storedFrom + storedLength };
}

/**
 * Decrypts what `encryptChunks` made, from a chunk on, to its end or, without the end (`hasEnd`), whole chunks of it. The stream
 * fails by `CiphertextRefused` where a chunk was changed, is in another place or another stream's, or where the end is missing;
 * what came before is given out until then.
 */
export const decryptChunks = (
  key: Uint8Array,
  name: string,
  { firstChunk = 0, hasEnd = true }: { firstChunk?: number; hasEnd?: boolean } = {},
): Transform =>
  inPieces(
    storedLength,
    (piece, index, isLast) => {
      if (piece.length < overhead) throw new CiphertextRefused(name);
      return decrypt(key, contextOf(name, firstChunk + index, isLast), piece);
    },
    hasEnd,
  );
