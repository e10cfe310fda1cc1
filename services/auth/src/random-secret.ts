import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, as 43 letters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A secret as it is stored: a hash, from which it cannot be recovered. Of 256 random bits nothing slower is needed. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
