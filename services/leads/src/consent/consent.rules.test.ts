import { consentIdOf, consentOfRow } from './consent.rules.js';

test('a delivery has one consent, whatever is delivered under its id', () => {
  expect(consentIdOf('harbor:1')).toMatch(/^[0-9a-f]{24}$/);
  expect(consentIdOf('harbor:1')).toBe(consentIdOf('harbor:1'));
  expect(consentIdOf('harbor:1')).not.toBe(consentIdOf('harbor:2'));
});

describe('a row of a file', () => {
  const ofFile = {
    consent_text: 'I agree to be called by Juniper Insurance.',
    consent_at: '2026-11-20T16:00:00.000Z',
    seller: 'Juniper Insurance',
    channels: ['call' as const],
    consent_kind: 'oral' as const,
  };
  const { consent_kind: _kind, ...said } = ofFile;

  test('that says nothing has the consent of its file', () => {
    expect(consentOfRow(undefined, ofFile)).toEqual({ consent: said, kind: 'oral', covers: 'file' });
  });

  test('that proves its own has that alone, and nothing of the file', () => {
    const own = { consent_url: 'https://quotes.example.com' };
    expect(consentOfRow(own, ofFile)).toEqual({ consent: own, kind: 'written', covers: 'row' });
  });

  test('that says when and where, but proves nothing, says so of the consent of its file', () => {
    const own = { consent_at: '2026-11-19T09:00:00.000Z', consent_ip: '203.0.113.7' };
    expect(consentOfRow(own, ofFile)).toEqual({ consent: { ...said, ...own }, kind: 'oral', covers: 'file' });
  });

  test('of a file without a consent has its own, or none', () => {
    expect(consentOfRow({ seller: 'Juniper Insurance' }, null)).toBeUndefined();
    expect(consentOfRow(undefined, null)).toBeUndefined();
  });
});
