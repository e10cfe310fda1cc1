import { loadConfig } from '@crm/platform/config/load-config.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { telephonyConfig } from './config.js';
import { testEnvironment } from './test/telephony-server.js';

const environment = testEnvironment(createTestTokens().keys);
const load = (changes: Record<string, string | undefined>) =>
  loadConfig(telephonyConfig, { ...environment, ...changes });

const sid = (prefix: string) => `${prefix}${'0a'.repeat(16)}`;
const real = {
  TELEPHONY_MODE: 'twilio',
  PUBLIC_BASE_URL: 'https://calls.example.com/',
  TWILIO_ACCOUNT_SID: sid('AC'),
  TWILIO_AUTH_TOKEN: 'a token of the real carrier',
  TWILIO_API_KEY: sid('SK'),
  TWILIO_API_SECRET: 'a secret of the real carrier',
  TWILIO_TWIML_APP_SID: sid('AP'),
};

test('the simulated carrier is reached at its address, its device beside it', () => {
  const { carrier } = load({ CARRIER_URL: 'http://127.0.0.1:4010/' });
  expect(carrier).toMatchObject({
    provider: 'sim',
    baseUrl: 'http://127.0.0.1:4010',
    deviceUrl: 'ws://127.0.0.1:4010/_sim/client',
    accountSid: environment['CARRIER_ACCOUNT_SID'],
  });
});

test('the real carrier has no address of ours, and needs one that is https', () => {
  const { carrier, publicBaseUrl } = load(real);
  expect(carrier).toMatchObject({ provider: 'twilio', baseUrl: undefined, accountSid: sid('AC') });
  expect(publicBaseUrl).toBe('https://calls.example.com');
  expect(() => load({ ...real, PUBLIC_BASE_URL: 'http://calls.example.com' })).toThrow(
    'PUBLIC_BASE_URL: must be an https address',
  );
});

test('while a token is exchanged there are two: requests are made with the first, webhooks bear either', () => {
  const [now, next] = ['the token of today', 'the token of tomorrow'];
  expect(load({ ...real, TWILIO_AUTH_TOKEN: `${now}, ${next}` }).carrier).toMatchObject({
    authToken: now,
    authTokens: [now, next],
  });
  expect(load(real).carrier.authTokens).toEqual([real.TWILIO_AUTH_TOKEN]);
  for (const wrong of [`${now},`, `${now},short`, `${now},${next},${now}`])
    expect(() => load({ ...real, TWILIO_AUTH_TOKEN: wrong })).toThrow('TWILIO_AUTH_TOKEN');
});

test('credentials alone say which carrier is meant', () => {
  expect(load({ ...real, TELEPHONY_MODE: undefined }).carrier.provider).toBe('twilio');
  expect(load({ TELEPHONY_MODE: undefined }).carrier.provider).toBe('sim');
});

describe('half a real carrier', () => {
  const names = Object.keys(real).filter((name) => name.startsWith('TWILIO_'));
  const modes = ['twilio', 'sim', undefined] as const;
  test.each(names.flatMap((name) => modes.map((mode) => [name, mode] as const)))(
    'without %s is refused in mode %s, and the one that is missing is named',
    (name, mode) => {
      expect(() => load({ ...real, TELEPHONY_MODE: mode, [name]: undefined })).toThrow(
        `${name}: is required and is not set`,
      );
    },
  );

  test('names all that is missing at once, and shows no secret', () => {
    try {
      load({ TWILIO_AUTH_TOKEN: real.TWILIO_AUTH_TOKEN, TELEPHONY_MODE: 'twilio' });
      throw new Error('It started');
    } catch (error) {
      for (const name of names) {
        if (name === 'TWILIO_AUTH_TOKEN') continue;
        expect(String(error)).toContain(name);
      }
      expect(String(error)).not.toContain(real.TWILIO_AUTH_TOKEN);
    }
  });
});

test.each([
  ['a sid of another kind', { ...real, TWILIO_API_KEY: sid('AC') }, 'TWILIO_API_KEY'],
  ['a region that the package would read by itself', { TWILIO_REGION: 'ie1' }, 'TWILIO_REGION'],
  ['an edge that the package would read by itself', { ...real, TWILIO_EDGE: 'dublin' }, 'TWILIO_EDGE'],
  ['a media key too short', { MEDIA_KEYS: JSON.stringify({ m1: 'c2hvcnQ=' }) }, 'MEDIA_KEYS'],
  ['no media key', { MEDIA_KEYS: '{}' }, 'MEDIA_KEYS'],
  ['a mode of no carrier', { TELEPHONY_MODE: 'pigeon' }, 'TELEPHONY_MODE'],
  ['a simulated carrier without an address', { CARRIER_URL: undefined }, 'CARRIER_URL'],
])('%s is refused', (_what, changes, name) => {
  expect(() => load(changes)).toThrow(name);
});
