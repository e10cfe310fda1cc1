import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import {
  knownTransports,
  passkeyCreation,
  passkeyRequest,
  type newPasskey,
  type passkeyAssertion,
} from '@crm/contracts/entities/second-factor.js';
import { productName } from '@crm/contracts/product-name.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { StoredPasskey } from './factors.model.js';
import { stepMs } from './factors.rules.js';
import type { RelyingParty } from './relying-party.rules.js';

/** What an authenticator has to have signed. */
export interface Challenge {
  value: string;
  rp_id: string;
  origin: string;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const credentials = (passkeys: readonly StoredPasskey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports }));

/** What a browser makes a new passkey by; authenticators that have one of these already refuse. */
export async function creationOptions(
  user: { id: string; email: string; fullname: string },
  { id: rpID }: RelyingParty,
  existing: readonly StoredPasskey[],
): Promise<z.input<typeof passkeyCreation>> {
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID,
    userID: new Uint8Array(Buffer.from(user.id, 'hex')),
    userName: user.email,
    userDisplayName: user.fullname,
    timeout: stepMs,
    attestationType: 'none',
    excludeCredentials: credentials(existing.filter(({ rp_id }) => rp_id === rpID)),
    authenticatorSelection: {
      residentKey: 'discouraged',
      requireResidentKey: false,
      userVerification: 'required',
    },
  });
  return passkeyCreation.parse(options);
}

/** What the passkeys of somebody are asked to sign. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  passkeys: readonly StoredPasskey[],
): Promise<z.input<typeof passkeyRequest>> {
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: stepMs,
    userVerification: 'required',
    allowCredentials: credentials(passkeys.filter(({ rp_id }) => rp_id === rpID)),
  });
  return passkeyRequest.parse(options);
}

/** The credential of a new passkey, or undefined where it does not answer the challenge. */
export async function readNewPasskey(
  log: Logger,
  response: z.output<typeof newPasskey>,
  challenge: Challenge,
): Promise<Pick<StoredPasskey, 'id' | 'public_key' | 'counter' | 'transports'> | undefined> {
  const transports = knownTransports(response.response.transports ?? []);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response, transports } },
    expectedChallenge: challenge.value,
    expectedOrigin: challenge.origin,
    expectedRPID: challenge.rp_id,
    requireUserVerification: true,
  }).catch((error: unknown) => refused(log, error));
  if (registrationInfo === undefined) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  const public_key = Buffer.from(publicKey).toString('base64url');
  return { id, public_key, counter, transports };
}

/** The passkey's count of signatures after this one, or undefined where it did not sign the challenge. */
export async function counterAfter(
  log: Logger,
  response: z.output<typeof passkeyAssertion>,
  { passkey, challenge }: { passkey: StoredPasskey; challenge: Challenge },
): Promise<number | undefined> {
  const { id, public_key, counter, transports } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.value,
    expectedOrigin: challenge.origin,
    expectedRPID: challenge.rp_id,
    credential: { id, publicKey: bytes(public_key), counter, transports },
    requireUserVerification: true,
  }).catch((error: unknown) => refused(log, error));
  return verified ? authenticationInfo?.newCounter : undefined;
}

/** The library throws for each thing that does not fit; all of them are one refusal. */
function refused(log: Logger, error: unknown) {
  log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'passkey refused');
  return { verified: false, registrationInfo: undefined, authenticationInfo: undefined };
}
