import { nothingTyped, readFileConsent } from './file-consent.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const typed = { ...nothingTyped, consent_text: ' I agree to calls ', channels: ['call' as const] };

test('what is typed is a consent without what was left empty', () => {
  expect(readFileConsent(typed, now)).toEqual({
    consent: { consent_kind: 'written', channels: ['call'], consent_text: 'I agree to calls' },
  });
});

test('its time is of this computer', () => {
  const read = readFileConsent({ ...typed, consent_at: '2026-11-19T09:30' }, now);
  expect(read).toMatchObject({ consent: { consent_at: new Date(2026, 10, 19, 9, 30).toISOString() } });
});

test.each([
  ['nothing that proves one', { consent_text: '', seller: 'Juniper Insurance' }, ['consent_text']],
  ['no channel', { channels: [] }, ['channels']],
  ['a page that is none', { consent_url: 'quotes' }, ['consent_url']],
  ['a time to come', { consent_at: '2027-01-01T09:00' }, ['consent_at']],
  [
    'a certificate of somebody else',
    { trustedform_cert_url: 'https://example.com/1' },
    ['trustedform_cert_url'],
  ],
])('%s is named', (_what, given, fields) => {
  const read = readFileConsent({ ...typed, ...given }, now);
  expect('errors' in read && Object.keys(read.errors)).toEqual(fields);
});
