/** Record ids in keys: six bytes, after a collection's id or at the end of an index key. */

export const RECORD_BYTES = 6;

export const readRecord = (b: Uint8Array, end: number): number =>
  (((b[end - 6] as number) * 256 + (b[end - 5] as number)) * 256 + (b[end - 4] as number)) * 16777216 +
  (((b[end - 3] as number) << 16) | ((b[end - 2] as number) << 8) | (b[end - 1] as number));

export function writeRecord(b: Buffer, record: number, at: number): void {
  b.writeUIntBE(record, at, RECORD_BYTES);
}

const copyKey = (key: Uint8Array, target: Buffer, start: number): number => {
  target.set(key, start);
  return start + key.length;
};

/** LMDB key encoder that decodes a key as the record id at its end, without allocating a buffer. */
export const recordKeys = {
  writeKey: copyKey,
  readKey: (source: Buffer, _start: number, end: number): number => readRecord(source, end),
};

const documentKey = Buffer.alloc(10);

/** The key of a document; the returned buffer is reused by the next call. */
export function keyOf({ id }: { id: number }, record: number): Buffer {
  documentKey.writeUInt32BE(id);
  writeRecord(documentKey, record, 4);
  return documentKey;
}

export function withRecord(key: Buffer, record: number): Buffer {
  const whole = Buffer.allocUnsafe(key.length + RECORD_BYTES);
  key.copy(whole);
  writeRecord(whole, record, key.length);
  return whole;
}

/** A reusable buffer for keys that LMDB copies immediately, with a cached view per length. */
const passing = Buffer.alloc(4096);
const passingOf: Buffer[] = [];

/** The same as `withRecord`, but the returned buffer is reused by the next call. */
export function passingKey(key: Buffer, record: number): Buffer {
  const end = key.length + RECORD_BYTES;
  const whole = (passingOf[end] ??= passing.subarray(0, end));
  for (let i = 0; i < key.length; i++) whole[i] = key[i] as number;
  writeRecord(whole, record, key.length);
  return whole;
}
