import type { AccountNumber, AccountState, ServiceState, Wanted } from './account-state.js';
import { changesOf } from './changes.rules.js';
import { named } from './finding.rules.js';
import { findingsOf } from './findings.rules.js';

const base = 'https://calls.example.com/tw';
const wanted: Wanted = {
  addresses: {
    client: `${base}/voice/client`,
    number: `${base}/voice/number`,
    fallback: `${base}/fallback`,
    texts: `${base}/sms/in`,
  },
  applicationSid: 'AP1',
  serviceSid: 'MG1',
  settings: {
    application: 'TWILIO_TWIML_APP_SID',
    service: 'TWILIO_MESSAGING_SERVICE_SID',
    address: 'PUBLIC_BASE_URL',
  },
  inUse: [
    { phone: '+12145550101', kind: 'user', name: 'Dana Reyes' },
    { phone: '+17135550102', kind: 'state', name: 'Texas' },
    { phone: '+18005550104', kind: 'default', name: '' },
  ],
};

const rented = (number: string, changed: Partial<AccountNumber> = {}): AccountNumber => ({
  ...{ sid: `PN ${number}`, number, capabilities: { voice: true, sms: true, mms: true } },
  ...{ voiceUrl: `${base}/voice/number`, voiceMethod: 'POST', voiceFallbackUrl: `${base}/fallback` },
  ...{ smsUrl: `${base}/sms/in`, smsMethod: 'POST', smsFallbackUrl: `${base}/sms/in` },
  ...{ voiceApplicationSid: '', smsApplicationSid: '', trunkSid: '' },
  ...changed,
});
const numbers = [rented('+12145550101'), rented('+17135550102'), rented('+18005550104')];
const sids = numbers.map(({ sid }) => sid);
const withFirst = (changed: Partial<AccountNumber>) => ({
  numbers: { read: [rented('+12145550101', changed), ...numbers.slice(1)] },
});

const application = {
  ...{ sid: 'AP1', name: 'Call centre', statusCallback: '' },
  ...{ voiceUrl: `${base}/voice/client`, voiceMethod: 'POST', voiceFallbackUrl: `${base}/fallback` },
};
const service: ServiceState = {
  ...{ sid: 'MG1', name: 'Call centre', inboundRequestUrl: `${base}/sms/in`, inboundMethod: 'POST' },
  ...{ fallbackUrl: `${base}/sms/in`, statusCallback: '', useInboundWebhookOnNumber: false },
  ...{ senders: sids, campaigns: { read: ['VERIFIED'] } },
};
const withService = (changed: Partial<ServiceState>) => ({ service: { read: { ...service, ...changed } } });

const us = { isoCode: 'US', name: 'United States', isOpen: true, isHighRiskOpen: false };
const latvia = { isoCode: 'LV', name: 'Latvia', isOpen: false, isHighRiskOpen: false };

const sound: AccountState = {
  account: { read: { status: 'active', type: 'Full' } },
  key: { read: 'works' },
  application: { read: application },
  numbers: { read: numbers },
  service: { read: service },
  brands: { read: ['APPROVED'] },
  tollfree: { read: new Map([['PN +18005550104', 'TWILIO_APPROVED']]) },
  countries: { read: [us, latvia] },
  trust: { read: [{ status: 'twilio-approved', numbers: sids }] },
  reach: [{ url: `${base}/fallback`, status: 403 }],
};

const faultsOf = (state: Partial<AccountState>, other: Partial<Wanted> = {}) =>
  findingsOf({ ...sound, ...state }, { ...wanted, ...other })
    .filter(({ severity }) => severity !== 'fine')
    .map(({ severity, code, mendable }) => `${severity} ${code}${mendable ? ' mendable' : ''}`);

test('an account in which all is well has a fine word for each area, and nothing to change', () => {
  expect(findingsOf(sound, wanted).map(({ area, severity }) => [area, severity])).toEqual(
    [
      ...['account', 'address', 'key', 'application', 'numbers', 'texts', 'registration'],
      ...['tollfree', 'countries', 'attestation'],
    ].map((area) => [area, 'fine']),
  );
  expect(changesOf(sound, wanted)).toEqual([]);
});

const unread = { unread: 'The carrier does not answer' };

test.each<[string, Partial<AccountState>, string[]]>([
  [
    'a suspended account',
    { account: { read: { status: 'suspended', type: 'Full' } } },
    ['blocks account-inactive'],
  ],
  ['a trial', { account: { read: { status: 'active', type: 'Trial' } } }, ['blocks account-trial']],
  ['credentials that read nothing, alone', { account: unread, key: unread }, ['blocks account-unread']],
  ['a part that cannot be read', { countries: unread }, ['warns countries-unread']],
  ['a key of another account', { key: { read: 'foreign' } }, ['blocks key-foreign']],
  ['a wrong secret', { key: { read: 'wrong-secret' } }, ['blocks key-secret']],
  [
    'an address that nothing answers at',
    { reach: [{ url: `${base}/fallback`, status: null }] },
    ['blocks address-unreachable'],
  ],
  [
    'an address that is somebody else’s',
    { reach: [{ url: `${base}/fallback`, status: 200 }] },
    ['blocks address-unreachable'],
  ],
  ['no application', { application: { read: null } }, ['blocks application-missing mendable']],
  [
    'an application that leads elsewhere',
    { application: { read: { ...application, voiceUrl: 'https://old.example.com/tw/voice/client' } } },
    ['blocks application-voice-address mendable'],
  ],
  [
    'an application that asks by GET',
    { application: { read: { ...application, voiceMethod: 'GET' } } },
    ['blocks application-voice-address mendable'],
  ],
  [
    'an application without a fallback',
    { application: { read: { ...application, voiceFallbackUrl: '' } } },
    ['warns application-fallback mendable'],
  ],
  [
    'an application that reports to a stranger',
    { application: { read: { ...application, statusCallback: 'https://spy.example.com/' } } },
    ['warns application-status mendable'],
  ],
  [
    'a number that leads elsewhere',
    withFirst({ voiceUrl: 'https://demo.twilio.com/welcome/voice/' }),
    ['blocks number-voice-address mendable'],
  ],
  [
    'a number that an application answers for',
    withFirst({ voiceApplicationSid: 'AP2' }),
    ['blocks number-voice-address mendable'],
  ],
  ['a number on a trunk', withFirst({ trunkSid: 'TK1' }), ['blocks number-on-trunk']],
  [
    'a number whose texts go elsewhere',
    withFirst({ smsMethod: 'GET' }),
    ['blocks number-text-address mendable'],
  ],
  ['a number without a fallback', withFirst({ voiceFallbackUrl: '' }), ['warns number-fallback mendable']],
  [
    'a number without texts',
    withFirst({ capabilities: { voice: true, sms: false, mms: false } }),
    ['warns number-without-texts'],
  ],
  [
    'a number without calls',
    withFirst({ capabilities: { voice: false, sms: true, mms: true } }),
    ['blocks number-without-voice'],
  ],
  ['no number at all', { numbers: { read: [] } }, ['blocks no-numbers']],
  [
    'numbers of an agent, a state and the default that are none of the account’s',
    { numbers: { read: [rented('+13035550100')] } },
    [
      ...['blocks agent-number-foreign', 'blocks state-number-foreign', 'blocks default-number-foreign'],
      'blocks number-outside-service mendable',
    ],
  ],
  ['no Messaging Service of that id', { service: { read: null } }, ['blocks service-missing mendable']],
  [
    'a Messaging Service whose answers go elsewhere',
    withService({ inboundRequestUrl: '' }),
    ['blocks service-inbound-address mendable'],
  ],
  [
    'a Messaging Service that leaves answers to its numbers',
    withService({ inboundRequestUrl: '', useInboundWebhookOnNumber: true }),
    [],
  ],
  [
    'a Messaging Service that reports to a stranger',
    withService({ statusCallback: 'https://spy.example.com/' }),
    ['warns service-status mendable'],
  ],
  [
    'a number that the Messaging Service does not have',
    withService({ senders: sids.slice(1) }),
    ['blocks number-outside-service mendable'],
  ],
  ['no brand', { brands: { read: [] } }, ['blocks no-brand']],
  ['a refused brand', { brands: { read: ['FAILED'] } }, ['blocks brand-refused']],
  ['a brand in review', { brands: { read: ['FAILED', 'IN_REVIEW'] } }, ['warns brand-pending']],
  ['no campaign', withService({ campaigns: { read: [] } }), ['blocks no-campaign']],
  ['a suspended campaign', withService({ campaigns: { read: ['SUSPENDED'] } }), ['blocks campaign-refused']],
  ['a campaign in review', withService({ campaigns: { read: ['IN_PROGRESS'] } }), ['warns campaign-pending']],
  ['a campaign that cannot be read', withService({ campaigns: unread }), ['warns campaign-unread']],
  ['an unverified toll-free number', { tollfree: { read: new Map() } }, ['blocks tollfree-unverified']],
  [
    'a toll-free number in review',
    { tollfree: { read: new Map([['PN +18005550104', 'IN_REVIEW']]) } },
    ['warns tollfree-pending'],
  ],
  ['a closed United States', { countries: { read: [{ ...us, isOpen: false }] } }, ['blocks country-closed']],
  [
    'an open country that nobody calls',
    { countries: { read: [us, { ...latvia, isOpen: true }] } },
    ['warns countries-open'],
  ],
  [
    'open high-risk numbers',
    { countries: { read: [us, { ...latvia, isHighRiskOpen: true }] } },
    ['warns high-risk-open'],
  ],
  ['calls that nothing signs', { trust: { read: [] } }, ['warns no-trust-product']],
  [
    'a signature in review',
    { trust: { read: [{ status: 'in-review', numbers: [] }] } },
    ['warns trust-pending'],
  ],
  [
    'a number whose calls are not signed',
    { trust: { read: [{ status: 'twilio-approved', numbers: sids.slice(1) }] } },
    ['warns number-unsigned'],
  ],
])('%s is found, and nothing else', (_what, state, expected) => {
  expect(faultsOf(state)).toEqual(expected);
});

test.each<[string, Partial<Wanted>, Partial<AccountState>, string[]]>([
  ['no setting for the service', { serviceSid: undefined }, {}, ['warns service-not-set']],
  [
    'neither setting nor service',
    { serviceSid: undefined },
    { service: { read: null } },
    ['warns no-service mendable'],
  ],
  ['an installation that does not run', { inUse: undefined }, {}, ['warns numbers-in-use-unknown']],
  [
    'an application that the setting does not name',
    { applicationSid: 'AP2' },
    {},
    ['blocks application-not-set'],
  ],
  ['a service that the setting does not name', { serviceSid: 'MG2' }, {}, ['blocks service-unknown']],
  [
    'a number of the pool that the account has no longer',
    { inUse: [...(wanted.inUse ?? []), { phone: '+13055550198', kind: 'pool', name: '' }] },
    {},
    ['warns pool-number-foreign'],
  ],
  ['no default number', { inUse: wanted.inUse?.slice(0, 2) }, {}, ['warns no-default-number']],
])('%s is found, and nothing else', (_what, other, state, expected) => {
  expect(faultsOf(state, other)).toEqual(expected);
});

test('only local numbers that send texts are to be registered', () => {
  const inUse: Wanted['inUse'] = [{ phone: '+18005550104', kind: 'default', name: '' }];
  expect(faultsOf({ brands: { read: [] } }, { inUse })).toEqual([]);
});

describe('what is written', () => {
  const changes = (state: Partial<AccountState>, other: Partial<Wanted> = {}) =>
    changesOf({ ...sound, ...state }, { ...wanted, ...other });

  test('is the wrong fields of a number alone', () => {
    expect(changes(withFirst({ voiceUrl: '', voiceApplicationSid: 'AP2', smsMethod: 'GET' }))).toEqual([
      {
        ...{ target: 'number', sid: 'PN +12145550101', name: '+12145550101' },
        fields: [
          { field: 'voiceUrl', from: '', to: `${base}/voice/number` },
          { field: 'voiceApplicationSid', from: 'AP2', to: '' },
          { field: 'smsMethod', from: 'GET', to: 'POST' },
        ],
      },
    ]);
  });

  test('is nothing at a number that serves something else and nobody uses here', () => {
    const foreign = rented('+13035550100', { voiceUrl: 'https://shop.example.com/calls' });
    const state = { numbers: { read: [...numbers, foreign] } };
    expect(changes(state)).toEqual([]);
    expect(faultsOf(state)).toEqual([]);
  });

  test('is everything at a new number that nobody uses yet', () => {
    const demo = 'https://demo.twilio.com/welcome';
    const fresh = rented('+13035550100', {
      ...{
        voiceUrl: `${demo}/voice/`,
        voiceFallbackUrl: '',
        smsUrl: `${demo}/sms/reply`,
        smsFallbackUrl: '',
      },
    });
    const found = changes({ numbers: { read: [...numbers, fresh] } });
    expect(found.map(({ target, name }) => [target, name])).toEqual([
      ['sender', '+13035550100'],
      ['number', '+13035550100'],
    ]);
  });

  test('is nothing about calls at a number on a trunk', () => {
    expect(changes(withFirst({ trunkSid: 'TK1', voiceUrl: '' }))).toEqual([]);
  });

  test('is a new application and a new service with all numbers where there is none', () => {
    const made = changes({ application: { read: null }, service: { read: null } }, { serviceSid: undefined });
    expect(made.map(({ target, sid, name }) => [target, sid, name])).toEqual([
      ['application', null, 'Call centre'],
      ['messaging-service', null, 'Call centre'],
      ...numbers.map(({ sid, number }) => ['sender', sid, number]),
    ]);
    expect(made[1]?.fields).toEqual([
      { field: 'inboundRequestUrl', from: '', to: `${base}/sms/in` },
      { field: 'inboundMethod', from: '', to: 'POST' },
      { field: 'fallbackUrl', from: '', to: `${base}/sms/in` },
      { field: 'useInboundWebhookOnNumber', from: '', to: 'false' },
    ]);
  });

  test('is nothing of what could not be read', () => {
    expect(changes({ application: unread, service: unread, numbers: unread })).toEqual([]);
  });
});

test.each([
  [1, '(214) 555-0100'],
  [2, '(214) 555-0100 and (214) 555-0101'],
  [7, '(214) 555-0100, (214) 555-0101, (214) 555-0102, (214) 555-0103, (214) 555-0104 and 2 more'],
])('%i numbers are named in a sentence', (count, words) => {
  const many = Array.from({ length: count }, (_, index) => `+1214555010${String(index)}`);
  expect(named(many)).toBe(words);
});
