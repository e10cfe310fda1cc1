import { createPrivateKey, type KeyObject } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { networks } from '@crm/platform/config/env-fields.js';
import { serviceEnv, serviceSettings } from '@crm/platform/config/service-env.js';
import { email } from '@crm/contracts/entities/user.js';
import { password, provenPassword } from '@crm/contracts/password.js';

// A name that starts with a letter keeps its place: an object puts names that look like numbers first.
const keyId = z.string().regex(/^[A-Za-z][\w-]{0,63}$/, 'starts with a letter, then letters, digits, - or _');

/** An object in JSON, from key id to value, in the order written. */
function keyring<T>(readKey: (text: string) => T | undefined, what: string) {
  const message = `must be a JSON object, {"<key id>": "<${what}>"}, with at least one key`;
  return z.string().transform((text, context): Map<string, T> => {
    const refuse = (reason: string) => {
      context.addIssue({ code: 'custom', message: reason });
      return z.NEVER;
    };
    const written = z.record(keyId, z.string()).safeParse(parseJson(text));
    if (!written.success || Object.keys(written.data).length === 0) return refuse(message);
    const keys = new Map<string, T>();
    for (const [kid, value] of Object.entries(written.data)) {
      const key = readKey(value);
      if (key === undefined) return refuse(`the key ${kid} is no ${what}`);
      keys.set(kid, key);
    }
    return keys;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is told like any other wrong shape.
    return undefined;
  }
}

function readSigningKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    // The key itself must not stand in a message, whatever is wrong with it.
    return undefined;
  }
}

function readEncryptionKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 ? key : undefined;
}

/** The service's settings as the environment gives them, grouped; what `createAuthService` takes. */
export const authConfig = z
  .object({
    ...serviceEnv(4000),
    /** P-256 private keys by id. The first signs, all verify: a new one goes in front, the old one 12 hours later. */
    SIGNING_KEYS: keyring(readSigningKey, 'P-256 private key in PEM'),
    /** Keys of e-mail credentials by id. The first seals, all open. */
    ENCRYPTION_KEYS: keyring(readEncryptionKey, '32 bytes in base64'),
    FIRST_ADMIN_EMAIL: email.default('admin@example.com'),
    /** Unset: a one-time password is made up. */
    FIRST_ADMIN_PASSWORD: provenPassword.optional(),
    /** `1` where the first admin has the demo's published password, which no rule of passwords would let pass. */
    DEMO_ACCOUNTS: z.enum(['0', '1']).default('0'),
    /** Where browsers open the application: passkeys are made for this site. Unset: for the host that was asked. */
    PUBLIC_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
    /** Networks of the operator's own in which identity providers may be, by http as well; none otherwise than the internet by https. */
    SSO_NETWORKS: networks.default([]),
    /** Where a one-time password is laid down, for its owner alone, if no terminal is there to print it on. */
    ONE_TIME_PASSWORD_FILE: z.string().default(join(tmpdir(), 'one-time-password')),
  })
  .superRefine(({ FIRST_ADMIN_PASSWORD: first, DEMO_ACCOUNTS }, context) => {
    const fault = DEMO_ACCOUNTS === '1' ? undefined : password.optional().safeParse(first).error?.issues[0];
    if (fault !== undefined)
      context.addIssue({ code: 'custom', path: ['FIRST_ADMIN_PASSWORD'], message: fault.message });
  })
  .transform((env) => ({
    ...serviceSettings(env),
    publicBaseUrl: env.PUBLIC_BASE_URL,
    ssoNetworks: env.SSO_NETWORKS,
    signingKeys: env.SIGNING_KEYS,
    encryptionKeys: env.ENCRYPTION_KEYS,
    firstAdmin: {
      email: env.FIRST_ADMIN_EMAIL,
      password: env.FIRST_ADMIN_PASSWORD,
      isDemo: env.DEMO_ACCOUNTS === '1',
      oneTimeFile: env.ONE_TIME_PASSWORD_FILE,
    },
  }));
export type AuthConfig = z.output<typeof authConfig>;
