import { certificatesOf, consentErrors } from './consent.rules.js';

const now = new Date('2026-11-20T16:00:00.000Z');
const cert = 'https://cert.trustedform.com/0dc2a5a1';

test('a certificate is known by its name, however its address is written', () => {
  expect(certificatesOf({ trustedform_cert_url: `${cert}/` })).toEqual([
    { by: 'trustedform', id: '0dc2a5a1', url: `${cert}/` },
  ]);
  expect(certificatesOf({ jornaya_lead_id: '01f3b2c4-9d8e-4a7b-b6c5-d4e3f2a1b0c9' })).toEqual([
    { by: 'jornaya', id: '01F3B2C4-9D8E-4A7B-B6C5-D4E3F2A1B0C9', url: null },
  ]);
  expect(certificatesOf({ consent_text: 'I agree' })).toEqual([]);
});

test.each([
  ['nothing', {}, []],
  ['the wording', { consent_text: 'I agree' }, []],
  ['the page', { consent_url: 'https://quotes.example.com' }, []],
  ['a certificate', { trustedform_cert_url: cert }, []],
  ['a LeadiD', { jornaya_lead_id: '01F3B2C4-9D8E-4A7B-B6C5-D4E3F2A1B0C9' }, []],
  ['a seller alone', { seller: 'Juniper Insurance' }, ['consent_text']],
  [
    'channels and an address alone',
    { channels: ['call' as const], consent_ip: '203.0.113.7' },
    ['consent_text'],
  ],
  [
    'no certificate',
    { trustedform_cert_url: 'https://cert.trustedform.com/' },
    ['consent_text', 'trustedform_cert_url'],
  ],
  ['a clock that is a little ahead', { consent_text: 'I agree', consent_at: '2026-11-20T16:05:00.000Z' }, []],
  ['the future', { consent_text: 'I agree', consent_at: '2026-11-20T16:05:00.001Z' }, ['consent_at']],
])('of a consent with %s the wrong fields are named', (_what, consent, fields) => {
  expect(Object.keys(consentErrors(consent, now))).toEqual(fields);
});
