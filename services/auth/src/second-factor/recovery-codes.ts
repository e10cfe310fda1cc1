import { createHash, randomInt } from 'node:crypto';
import { plainCode, recoveryCodeCount } from '@crm/contracts/entities/second-factor.js';

// Without letters and digits that look alike on paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

const makeCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** Ten new recovery codes, as their owner writes them down. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, makeCode);

/**
 * The stored form of a code. Of 79 random bits none is found again from a hash, so it need not be a slow one; bound to
 * its user, it is of no use in another's record.
 */
export const hashOfCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, plainCode(code)]))
    .digest('base64url');
