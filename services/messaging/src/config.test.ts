import { loadConfig } from '@crm/platform/config/load-config.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { messagingConfig } from './config.js';

const sid = `AC${'0a'.repeat(16)}`;
const house = {
  MONGODB_URI: 'mongodb://127.0.0.1/messaging',
  AUTH_URL: 'http://127.0.0.1:4001',
  LEADS_URL: 'http://127.0.0.1:4002',
  TELEPHONY_URL: 'http://127.0.0.1:4004',
  PUBLIC_KEYS: JSON.stringify(createTestTokens().keys),
  ...testKeySettings('messaging'),
  MASTER_KEYS: testMasterKeys,
  MEDIA_KEYS: JSON.stringify({ m1: Buffer.alloc(32, 'k').toString('base64') }),
  AGENCY_NAME: ' Juniper Insurance ',
};
const simulated = {
  ...house,
  PUBLIC_BASE_URL: 'http://127.0.0.1:4003/',
  CARRIER_URL: 'http://127.0.0.1:4010/',
  CARRIER_ACCOUNT_SID: sid,
  CARRIER_AUTH_TOKEN: 'a token of the simulated one',
};
const real = {
  ...house,
  TELEPHONY_MODE: 'twilio',
  PUBLIC_BASE_URL: 'https://texts.example.com/',
  TWILIO_ACCOUNT_SID: sid,
  TWILIO_AUTH_TOKEN: 'a token of the real carrier',
};
const load = (environment: Record<string, string | undefined>) => loadConfig(messagingConfig, environment);

/** What a start with these settings says instead of starting. */
function refusalOf(environment: Record<string, string | undefined>): string {
  try {
    load(environment);
  } catch (error) {
    return String(error);
  }
  throw new Error('It started');
}

test('the simulated carrier is reached at its address, the real one at its own', () => {
  expect(load(simulated)).toMatchObject({
    carrier: { baseUrl: 'http://127.0.0.1:4010', accountSid: sid },
    publicBaseUrl: 'http://127.0.0.1:4003',
    agencyName: 'Juniper Insurance',
  });
  expect(load(real)).toMatchObject({
    carrier: { baseUrl: undefined, accountSid: sid },
    publicBaseUrl: 'https://texts.example.com',
  });
});

test('texts go through a Messaging Service where one is named, and by their number alone where none is', () => {
  const service = sid.replace('AC', 'MG');
  expect(load({ ...real, TWILIO_MESSAGING_SERVICE_SID: service }).carrier.messagingServiceSid).toBe(service);
  expect(load(real).carrier.messagingServiceSid).toBeUndefined();
  expect(refusalOf({ ...real, TWILIO_MESSAGING_SERVICE_SID: sid })).toContain('TWILIO_MESSAGING_SERVICE_SID');
});

test('while the carrier’s token is exchanged there are two: requests are made with the first', () => {
  const [today, tomorrow] = ['the token of today', 'the token of tomorrow'];
  expect(load({ ...real, TWILIO_AUTH_TOKEN: `${today}, ${tomorrow}` }).carrier).toMatchObject({
    authToken: today,
    authTokens: [today, tomorrow],
  });
});

test('the credentials alone say which carrier is meant', () => {
  expect(load({ ...real, TELEPHONY_MODE: undefined }).carrier.baseUrl).toBeUndefined();
});

const wanted = (environment: Record<string, string>) =>
  Object.keys(environment).filter((name) => name !== 'TELEPHONY_MODE');
test.each([
  ...wanted(simulated).map((name) => [name, 'the simulated', simulated] as const),
  ...wanted(real).map((name) => [name, 'the real', real] as const),
])('without %s beside %s carrier it does not start and says so', (name, _which, environment) => {
  expect(refusalOf({ ...environment, [name]: undefined })).toContain(name);
});

test('all that is missing of a set is named at once, and no secret is shown', () => {
  const { TWILIO_ACCOUNT_SID: _sid, PUBLIC_BASE_URL: _url, ...half } = real;
  const said = refusalOf(half);
  expect(said).toContain('TWILIO_ACCOUNT_SID: is required and is not set');
  expect(said).toContain('PUBLIC_BASE_URL');
  expect(said).not.toContain(real.TWILIO_AUTH_TOKEN);
});

test.each([
  [
    'an account of another kind',
    { ...real, TWILIO_ACCOUNT_SID: sid.replace('AC', 'SK') },
    'TWILIO_ACCOUNT_SID',
  ],
  [
    'an address that is not https',
    { ...real, PUBLIC_BASE_URL: 'http://texts.example.com' },
    'PUBLIC_BASE_URL',
  ],
  ['an edge that the package would read by itself', { ...real, TWILIO_EDGE: 'dublin' }, 'TWILIO_EDGE'],
  ['no name of the agency', { ...simulated, AGENCY_NAME: '  ' }, 'AGENCY_NAME'],
  ['a mail server that is none', { ...simulated, SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL'],
  ['a mode of no carrier', { ...simulated, TELEPHONY_MODE: 'pigeon' }, 'TELEPHONY_MODE'],
])('%s is refused', (_what, environment, name) => {
  expect(refusalOf(environment)).toContain(name);
});
