import { generateSecret, generateURI, verify } from 'otplib';
import { plainCode } from '@crm/contracts/entities/second-factor.js';
import { productName } from '@crm/contracts/product-name.js';
import type { AuthContext } from '../context.js';
import { openText, sealText, type Sealed } from '../user/sealed.js';

/** One code earlier or later: phones' clocks differ, and typing takes its time. */
const toleranceSeconds = 30;

// Not the seal of the same user's mailbox credentials.
const ownerOf = (userId: string) => `totp/${userId}`;

/** A new key for an authenticator app: sealed, as text, and as the link that its QR code carries. */
export function makeTotpKey({ encryptionKeys }: AuthContext, user: { id: string; email: string }) {
  const key = generateSecret();
  return {
    sealed: sealText(encryptionKeys, ownerOf(user.id), key),
    answer: { key, uri: generateURI({ issuer: productName, label: user.email, secret: key }) },
  };
}

/**
 * The time step that a code is of, or undefined where it is of none around now or of one not later than `after`: each
 * code is taken once (RFC 6238, 5.2).
 */
export async function timeStepOf(
  { encryptionKeys, clock }: AuthContext,
  userId: string,
  { sealed, code, after }: { sealed: Sealed; code: string; after?: number },
): Promise<number | undefined> {
  const result = await verify({
    secret: openText(encryptionKeys, ownerOf(userId), sealed),
    token: plainCode(code),
    epoch: Math.floor(clock.now().getTime() / 1000),
    epochTolerance: toleranceSeconds,
    ...(after === undefined ? {} : { afterTimeStep: after }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
