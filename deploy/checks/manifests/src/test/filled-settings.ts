import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerUsers } from '@crm/contracts/bus/broker-rights.js';
import { serviceNames } from '@crm/contracts/endpoint/endpoint.js';
import { keysIn } from '@crm/local/keys.js';
import { keySettings } from '@crm/local/service-keys/key-ring.js';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
const keys = keysIn(folder);
rmSync(folder, { recursive: true });

const example = readFileSync('.env.example', 'utf8');

/** The names in `.env.example`. */
export const exampleNames = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);

const pem = (part: 'private' | 'public') =>
  JSON.stringify(Object.fromEntries(Object.entries(keys.signing).map(([kid, pair]) => [kid, pair[part]])));

/** Credentials of a carrier, of the right form. */
export const carrier = keys.carrier;

const { accountSid, authToken, apiKey, apiSecret, appSid } = carrier;
/** Example settings of a real carrier. */
export const twilio = {
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_API_KEY: apiKey,
  TWILIO_API_SECRET: apiSecret,
  TWILIO_TWIML_APP_SID: appSid,
};

/** `.env.example` with valid values filled in. */
export function filled(given: Record<string, string> = {}): Record<string, string> {
  const lines = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)];
  return {
    ...Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value])),
    MONGODB_PASSWORD: 'b1f7c5a04d3e4f6ab2c9',
    RABBITMQ_USER: 'crm',
    RABBITMQ_PASSWORD: 'c2f7c5a04d3e4f6ab2c9',
    ...Object.fromEntries(
      brokerUsers.map((name) => [`${name.toUpperCase()}_RABBITMQ_PASSWORD`, 'e4f7c5a04d3e4f6ab2c9']),
    ),
    REDIS_PASSWORD: 'd3f7c5a04d3e4f6ab2c9',
    ...Object.fromEntries(
      [...serviceNames, 'gateway' as const].map((name) => [
        `${name.toUpperCase()}_SERVICE_KEYS`,
        keySettings(keys.services, name).SERVICE_KEYS,
      ]),
    ),
    SERVICE_PUBLIC_KEYS: keySettings(keys.services, 'gateway').SERVICE_PUBLIC_KEYS,
    SIGNING_KEYS: pem('private'),
    PUBLIC_KEYS: pem('public'),
    ENCRYPTION_KEYS: JSON.stringify(keys.encryption),
    MASTER_KEYS: JSON.stringify(keys.masters),
    MEDIA_KEYS: JSON.stringify(keys.media),
    WEBHOOK_KEYS: JSON.stringify(keys.webhooks),
    FIRST_ADMIN_EMAIL: 'admin@example.com',
    AGENCY_NAME: 'Bluebonnet Benefits',
    CARRIER_ACCOUNT_SID: accountSid,
    CARRIER_AUTH_TOKEN: authToken,
    CARRIER_API_KEY: apiKey,
    CARRIER_API_SECRET: apiSecret,
    CARRIER_APP_SID: appSid,
    ...given,
  };
}
