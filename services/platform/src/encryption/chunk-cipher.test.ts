import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CiphertextRefused, newKey, overhead } from './aes-gcm.js';
import { chunkAt, chunkLength, decryptChunks, encryptChunks } from './chunk-cipher.js';

const key = newKey();

async function through(content: readonly Buffer[], ...stages: ReturnType<typeof encryptChunks>[]) {
  const out: Buffer[] = [];
  const end = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      out.push(piece);
      done();
    },
  });
  await pipeline([Readable.from(content), ...stages, end]);
  return Buffer.concat(out);
}
const encrypted = (content: Buffer, name = 'a') => through([content], encryptChunks(key, name));
const decrypted = (content: Buffer, name = 'a', part = {}) =>
  through([content], decryptChunks(key, name, part));
const stored = chunkLength + overhead;

test.each([0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 3 * chunkLength, 5 * chunkLength + 7])(
  '%i bytes come back as they were, however they are cut on the way',
  async (length) => {
    const content = randomBytes(length);
    const sealed = await encrypted(content);
    expect(await decrypted(sealed)).toEqual(content);
    const pieces = Array.from({ length: Math.ceil(sealed.length / 10_001) }, (_, index) =>
      sealed.subarray(index * 10_001, (index + 1) * 10_001),
    );
    expect(await through(pieces, decryptChunks(key, 'a'))).toEqual(content);
  },
);

test('a stream can be read from any chunk on', async () => {
  const content = randomBytes(3 * chunkLength + 5);
  const sealed = await encrypted(content);
  const { index, from, storedFrom } = chunkAt(2 * chunkLength + 100);
  expect([index, from]).toEqual([2, 2 * chunkLength]);
  expect(await decrypted(sealed.subarray(storedFrom), 'a', { firstChunk: index })).toEqual(
    content.subarray(from),
  );
});

test('whole chunks of a stream can be read without its end', async () => {
  const content = randomBytes(3 * chunkLength + 5);
  const { index, from, storedFrom, storedTo } = chunkAt(chunkLength);
  const one = (await encrypted(content)).subarray(storedFrom, storedTo);
  const part = { firstChunk: index, hasEnd: false };
  expect(await decrypted(one, 'a', part)).toEqual(content.subarray(from, 2 * chunkLength));
  await expect(decrypted(one.subarray(0, -1), 'a', part)).rejects.toThrow(CiphertextRefused);
});

describe('is refused', () => {
  const three = randomBytes(2 * chunkLength + 9);
  test.each<[string, (sealed: Buffer) => Buffer]>([
    ['a stream that was cut within a chunk', (sealed) => sealed.subarray(0, -1)],
    ['a stream that was cut between two', (sealed) => sealed.subarray(0, 2 * stored)],
    ['an empty one', () => Buffer.alloc(0)],
    [
      'one with a byte changed',
      (sealed) =>
        Buffer.concat([sealed.subarray(0, 50), Buffer.of((sealed[50] ?? 0) ^ 1), sealed.subarray(51)]),
    ],
    [
      'one with two chunks exchanged',
      (sealed) =>
        Buffer.concat([
          sealed.subarray(stored, 2 * stored),
          sealed.subarray(0, stored),
          sealed.subarray(2 * stored),
        ]),
    ],
    [
      'one with a chunk left out',
      (sealed) => Buffer.concat([sealed.subarray(0, stored), sealed.subarray(2 * stored)]),
    ],
    ['one with something behind its end', (sealed) => Buffer.concat([sealed, sealed.subarray(0, stored)])],
  ])('%s', async (_what, spoil) => {
    await expect(decrypted(spoil(await encrypted(three)))).rejects.toThrow(CiphertextRefused);
  });

  test('another stream’s, under the same key', async () => {
    await expect(decrypted(await encrypted(three, 'b'))).rejects.toThrow(CiphertextRefused);
  });
});
