import { consentInput } from './consent.js';

const whole = {
  consent_text: 'I agree to be called and texted by Juniper Insurance.',
  consent_url: 'https://quotes.example.com/final-expense',
  consent_ip: '203.0.113.7',
  consent_at: '2026-11-20T16:03:11.000Z',
  trustedform_cert_url: 'https://cert.trustedform.com/0dc2a5a1e7d3f1',
  jornaya_lead_id: '01F3B2C4-9D8E-4A7B-B6C5-D4E3F2A1B0C9',
  seller: 'Juniper Insurance',
  channels: ['call', 'text'],
};

test('all that a sender knows is taken as it is', () => {
  expect(consentInput.parse(whole)).toEqual(whole);
});

test.each([
  ['consent_url', 'javascript:alert(1)'],
  ['consent_url', 'quotes.example.com'],
  ['consent_ip', '203.0.113.700'],
  ['consent_at', '11/20/2026'],
  ['trustedform_cert_url', 'https://cert.trustedform.com.example.net/0dc2'],
  ['trustedform_cert_url', 'http://cert.trustedform.com/0dc2'],
  ['jornaya_lead_id', 'none'],
  ['channels', []],
  ['channels', ['fax']],
  ['consent_text', ' '],
])('%s is refused as %j', (field, value) => {
  const { error } = consentInput.safeParse({ ...whole, [field]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test('an address of IPv6 is one', () => {
  expect(consentInput.safeParse({ consent_ip: '2001:db8::7' }).success).toBe(true);
});
