import { z } from 'zod';
import { id, instant, plainDate } from '../ids.js';

/** The name of a passkey, by which its owner tells it from others. */
export const passkeyName = z.string().trim().min(1, 'Required.').max(60, 'At most 60 characters');
export const maxPasskeys = 20;

/** A code of an authenticator app (RFC 6238), with or without the space that apps show in it. */
export const totpCode = z
  .string()
  .max(20, 'Enter the 6 digits of the app')
  .regex(/^(?:\s*\d){6}\s*$/, 'Enter the 6 digits of the app');

/** A recovery code as it is typed: in any case, with or without its dashes. */
export const recoveryCode = z
  .string()
  .max(60, 'Enter one of your recovery codes')
  .regex(/^(?:[^a-z0-9]*[a-z0-9]){16}[^a-z0-9]*$/i, 'Enter one of your recovery codes');

/** A code without what stands between its letters and digits, in small letters: two spellings of a code are equal in it. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '');
export const recoveryCodeCount = 10;

const base64url = z.base64url().max(20_000);

/** How an authenticator is reached. */
export const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** What a browser says of that; ways that are new to us among them. */
const transports = z.array(z.string().max(40)).max(10);

/** Those ways that are known. */
export const knownTransports = (given: readonly string[]): z.infer<typeof transport>[] =>
  given.flatMap((each) => transport.safeParse(each).data ?? []);

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional().catch(undefined),
};

/** A new passkey as the browser hands it over (WebAuthn Level 3, `RegistrationResponseJSON`). */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
  }),
});

/** What a passkey signed (`AuthenticationResponseJSON`). */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

const publicKey = z.literal('public-key');
const userVerification = z.literal('required');
const descriptor = z.object({
  id: z.base64url(),
  type: publicKey,
  transports: z.array(transport).optional(),
});

/** What a browser makes a passkey by (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = z.object({
  challenge: z.base64url(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.base64url(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('discouraged'),
    requireResidentKey: z.literal(false),
    userVerification,
  }),
});

/** What a browser asks passkeys to sign (`PublicKeyCredentialRequestOptionsJSON`). */
export const passkeyRequest = z.object({
  challenge: z.base64url(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification,
});

/** What is proven at sign-in, in one of these ways. */
export const factorProof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('totp'), code: totpCode }),
  z.object({ method: z.literal('recovery'), code: recoveryCode }),
  z.object({ method: z.literal('passkey'), passkey: passkeyAssertion }),
]);
export type FactorProof = z.infer<typeof factorProof>;

/** What ends the enrollment of a factor: the first code of an app, or a new passkey with its name. */
export const enrollment = z.discriminatedUnion('method', [
  z.object({ method: z.literal('totp'), code: totpCode }),
  z.object({ method: z.literal('passkey'), name: passkeyName, passkey: newPasskey }),
]);
export type Enrollment = z.infer<typeof enrollment>;

/** An authenticator app's key: as text, and as the link that a QR code carries. */
export const totpKey = z.object({ key: z.string(), uri: z.string() });

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** A person's second factors. */
export const secondFactor = z.object({
  user_id: id,
  passkeys: z.array(passkey),
  /** Since when an authenticator app is set up; null for none. */
  totp_since: instant.nullable(),
  recovery_codes_left: z.int(),
  /** The first day on which their role cannot sign in without one; null where it may. */
  required_from: plainDate.nullable(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const examplePasskey: Passkey = {
  id: 'p1Fd0v2J6nq8k3yQ',
  name: 'Work laptop',
  created_at: '2026-11-20T17:41:00.000Z',
  last_used_at: null,
};

export const exampleSecondFactor: SecondFactor = {
  user_id: '66f0a1b2c3d4e5f601020304',
  passkeys: [examplePasskey],
  totp_since: '2026-11-20T17:41:00.000Z',
  recovery_codes_left: 9,
  required_from: null,
};
