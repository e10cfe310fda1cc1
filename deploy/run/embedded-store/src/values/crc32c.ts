/** CRC-32C (Castagnoli): the checksum of messages in MongoDB's wire protocol. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  return sum;
});

/** The checksum of the bytes before `end`, as an unsigned 32-bit number. */
export function crc32c(bytes: Uint8Array, end = bytes.length): number {
  let sum = 0xffffffff;
  for (let i = 0; i < end; i++) {
    sum = (TABLE[(sum ^ (bytes[i] as number)) & 0xff] as number) ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}
