import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { authConfig } from './config.js';
import { testEnvironment } from './test/auth-server.js';

const tokens = createTestTokens();
const environment = testEnvironment('mongodb://127.0.0.1/auth', tokens);
const load = (changes: Record<string, string | undefined>) =>
  loadConfig(authConfig, { ...environment, ...changes });

test('keys keep the order they are written in: the first one signs and seals', () => {
  const other = createTestTokens().privateKey;
  const key = randomBytes(32).toString('base64');
  const config = load({
    SIGNING_KEYS: JSON.stringify({ new: other, old: tokens.privateKey }),
    ENCRYPTION_KEYS: JSON.stringify({ b: key, a: key }),
  });
  expect([...config.signingKeys.keys()]).toEqual(['new', 'old']);
  expect([...config.encryptionKeys.keys()]).toEqual(['b', 'a']);
});

test('what is missing is told all at once; secrets have no defaults', () => {
  const without = () => loadConfig(authConfig, {});
  for (const name of ['MONGODB_URI', 'SIGNING_KEYS', 'SERVICE_KEYS', 'ENCRYPTION_KEYS'])
    expect(without).toThrow(name);
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const rsaPem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
const shortKey = randomBytes(16).toString('base64');

test.each([
  ['no JSON', { SIGNING_KEYS: 'k1=secretpart' }],
  ['no key at all', { SIGNING_KEYS: '{}' }],
  ['a key of another kind', { SIGNING_KEYS: JSON.stringify({ k1: rsaPem }) }],
  ['a key name that would lose its place', { SIGNING_KEYS: JSON.stringify({ 1: tokens.privateKey }) }],
  ['an encryption key too short', { ENCRYPTION_KEYS: JSON.stringify({ e1: shortKey }) }],
  ['a service key that is none', { SERVICE_KEYS: 'secretpart' }],
  ['a first password too short', { FIRST_ADMIN_PASSWORD: 'secret' }],
])('%s is refused without showing it', (_what, changes) => {
  const [name, value] = Object.entries(changes)[0] ?? ['', ''];
  expect(() => load(changes)).toThrow(name);
  try {
    load(changes);
  } catch (error) {
    expect(String(error)).not.toContain(value);
    expect(String(error)).not.toMatch(/PRIVATE KEY|secretpart/);
    expect(String(error)).not.toContain(shortKey);
  }
});
