import {
  passkeyAssertion,
  newPasskey,
  type passkeyCreation,
  type passkeyRequest,
} from '@crm/contracts/entities/second-factor.js';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { z } from 'zod';
import { PasskeyRefused } from './passkey-refused.js';

/** The person closed the browser's own dialog, or there is no such passkey here: browsers do not say which. */
function refusalOf(error: unknown): PasskeyRefused {
  const isThere =
    error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return new PasskeyRefused(isThere ? 'passkeyThere' : 'passkeyStopped');
}

/** Has the browser make a passkey. */
export async function createPasskey(
  optionsJSON: z.output<typeof passkeyCreation>,
): Promise<z.input<typeof newPasskey>> {
  try {
    return newPasskey.parse(await startRegistration({ optionsJSON }));
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Has a passkey sign the challenge. */
export async function signWithPasskey(
  optionsJSON: z.output<typeof passkeyRequest>,
): Promise<z.input<typeof passkeyAssertion>> {
  try {
    return passkeyAssertion.parse(await startAuthentication({ optionsJSON }));
  } catch (error) {
    throw refusalOf(error);
  }
}
