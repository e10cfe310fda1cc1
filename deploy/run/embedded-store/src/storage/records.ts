/** Numbers of records in keys: six bytes behind a collection's number, or behind an index's key. */

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

/** Keys read as the record they end in: no buffer is made for each. */
export const recordKeys = {
  writeKey: copyKey,
  readKey: (source: Buffer, _start: number, end: number): number => readRecord(source, end),
};

const documentKey = Buffer.alloc(10);

/** The key of a document, good until the next one. */
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

/** One piece of memory for what LMDB copies at once, as a Buffer of each length that was needed. */
const passing = Buffer.alloc(4096);
const passingOf: Buffer[] = [];

/** The same as `withRecord`, good until the next one. */
export function passingKey(key: Buffer, record: number): Buffer {
  const end = key.length + RECORD_BYTES;
  const whole = (passingOf[end] ??= passing.subarray(0, end));
  for (let i = 0; i < key.length; i++) whole[i] = key[i] as number;
  writeRecord(whole, record, key.length);
  return whole;
}
