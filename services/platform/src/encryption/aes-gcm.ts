import { createCipheriv, createDecipheriv } from 'node:crypto';
import { fewRandomBytes } from '../random-bytes.js';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Bytes of a key. */
export const keyLength = 32;
/** What encryption adds to the length of a text. */
export const overhead = nonceLength + tagLength;

/** A ciphertext that was changed, moved, or encrypted under another key. `what` names it, never its content. */
export class CiphertextRefused extends Error {
  constructor(what: string, cause?: unknown) {
    super(`${what} cannot be decrypted: it was changed, moved, or encrypted under another key`, { cause });
    this.name = 'CiphertextRefused';
  }
}

/** A new random key. */
export const newKey = (): Buffer => Buffer.from(fewRandomBytes(keyLength));

/**
 * Encrypts under a key and binds the result to a context: nonce, ciphertext and tag in one buffer. What is decrypted in
 * another context is refused.
 */
export function encrypt(key: Uint8Array, context: string, plain: Uint8Array): Buffer {
  const nonce = fewRandomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  const text = cipher.update(plain);
  return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
}

/** What `encrypt` was given. Throws `CiphertextRefused` where key, context or any byte differs. */
export function decrypt(key: Uint8Array, context: string, sealed: Uint8Array): Buffer {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-tagLength));
    const text = decipher.update(sealed.subarray(nonceLength, -tagLength));
    return Buffer.concat([text, decipher.final()]);
  } catch (error) {
    throw new CiphertextRefused(context, error);
  }
}
