import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A secret as it is stored: AES-256-GCM under the key named, everything in base64. */
export interface Sealed {
  kid: string;
  iv: string;
  tag: string;
  data: string;
}

/** Keys by id, 32 bytes each; the first seals, all of them open. */
export type EncryptionKeys = ReadonlyMap<string, Buffer>;

const algorithm = 'aes-256-gcm';

/** Seals a text. `owner` is bound in: a sealed value that is copied to another record does not open there. */
export function sealText(keys: EncryptionKeys, owner: string, text: string): Sealed {
  const [first] = keys;
  if (first === undefined) throw new Error('No encryption key is configured');
  const [kid, key] = first;
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    kid,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** Opens what `sealText` made; throws where the key is gone or anything was changed. */
export function openText(keys: EncryptionKeys, owner: string, sealed: Sealed): string {
  const key = keys.get(sealed.kid);
  if (key === undefined) throw new Error(`The encryption key ${sealed.kid} is not configured`);
  const decipher = createDecipheriv(algorithm, key, Buffer.from(sealed.iv, 'base64'), { authTagLength: 16 })
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(sealed.tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]).toString(
    'utf8',
  );
}
