import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import type { SourceName } from '@crm/contracts/codes/sources.js';
import { permissionDetails, plainPhone, wholeConsent } from '../test/permission-details.js';
import { channelsLeft, consentStateAt, namesAgency, type ConsentOnFile } from './consent.rules.js';
import { decide, type PermissionDetails } from './permission.rules.js';
import { placesOf } from './places.rules.js';
import { answerMs, purposeOf } from './purpose.rules.js';

const noon = new Date('2026-11-20T17:00:00.000Z');
const ct = { places: placesOf({ zipcode: '06103', state: 'CT', phone: plainPhone }) };
const consent = (given: Partial<ConsentOnFile>): ConsentOnFile => ({ ...wholeConsent, ...given });
const asked = (given: Partial<PermissionDetails>) => {
  const { allowed, rule, sentence } = decide(permissionDetails(noon, given));
  return allowed ? 'yes' : rule === 'consent' ? sentence : `${String(rule)}!`;
};

const none = 'none is on file';
test.each<[what: string, channel: ContactChannel, consents: ConsentOnFile[], answer: string]>([
  ['none', 'call', [], `Connecticut asks for a written consent to calls: ${none}`],
  ['none', 'text', [], `Connecticut asks for a written consent to texts: ${none}`],
  ['none, by e-mail', 'email', [], 'yes'],
  ['a written one', 'call', [wholeConsent], 'yes'],
  ['a written one', 'text', [wholeConsent], 'yes'],
  [
    'an oral one',
    'call',
    [consent({ kind: 'oral' })],
    `Connecticut asks for a written consent to calls: ${none}`,
  ],
  [
    'a relation',
    'call',
    [consent({ kind: 'relation' })],
    `Connecticut asks for a written consent to calls: ${none}`,
  ],
  [
    'one to texts',
    'call',
    [consent({ channels: ['text'] })],
    `Connecticut asks for a written consent to calls: ${none}`,
  ],
  [
    'one that names no channels',
    'call',
    [consent({ channels: [] })],
    `Connecticut asks for a written consent to calls: ${none}`,
  ],
  [
    'one for another number',
    'call',
    [consent({ addresses: ['+18005550118'] })],
    `Connecticut asks for a written consent to calls: ${none}`,
  ],
  ['one that ends in a millisecond', 'call', [consent({ expires_at: new Date(noon.getTime() + 1) })], 'yes'],
  [
    'one that has just expired',
    'call',
    [consent({ expires_at: noon })],
    'Connecticut asks for a written consent to calls: the one on file has expired',
  ],
  [
    'one revoked for calls',
    'call',
    [consent({ revocations: [{ channels: ['call'] }] })],
    'Connecticut asks for a written consent to calls: the one on file was revoked',
  ],
  ['one revoked for texts', 'call', [consent({ revocations: [{ channels: ['text'] }] })], 'yes'],
  [
    'a revoked one and a newer',
    'call',
    [consent({ revocations: [{ channels: ['call', 'text'] }] }), wholeConsent],
    'yes',
  ],
])('in Connecticut with %s, a %s', (_what, channel, consents, answer) => {
  const address = channel === 'email' ? 'r.okafor@example.com' : plainPhone;
  expect(asked({ ...ct, channel, address, consents })).toBe(answer);
});

const bought = `Texts to bought leads need a consent that names Juniper Insurance: ${none}`;
test.each<[SourceName | null, channel: ContactChannel, consents: ConsentOnFile[], answer: string]>([
  ['mediaalpha', 'text', [], bought],
  ['bulk', 'text', [], bought],
  ['clickListing', 'text', [], bought],
  ['liveTransfer', 'text', [], bought],
  ['own', 'text', [], 'yes'],
  ['manual', 'text', [], 'yes'],
  [null, 'text', [], 'yes'],
  ['bulk', 'call', [], 'yes'],
  ['bulk', 'text', [wholeConsent], 'yes'],
  ['bulk', 'text', [consent({ kind: 'oral' })], 'yes'],
  ['bulk', 'text', [consent({ kind: 'relation' })], bought],
  ['bulk', 'text', [consent({ seller: 'Harbor Leads' })], bought],
  ['bulk', 'text', [consent({ seller: null, text: 'I agree to texts by JUNIPER-Insurance, LLC.' })], 'yes'],
  ['bulk', 'text', [consent({ channels: ['call'] })], bought],
])('of a lead from %s in New York, a %s', (source, channel, consents, answer) => {
  expect(asked({ source, channel, consents })).toBe(answer);
});

test.each<[what: string, Partial<PermissionDetails>, answer: string]>([
  ['without consent', { consents: [] }, `The rules ask for a written consent to recorded messages: ${none}`],
  ['with a written one', {}, 'yes'],
  [
    'with an oral one',
    { consents: [consent({ kind: 'oral' })] },
    `The rules ask for a written consent to recorded messages: ${none}`,
  ],
  [
    'of a customer, too',
    { consents: [], status: 'in-force' },
    `The rules ask for a written consent to recorded messages: ${none}`,
  ],
])('a recorded message %s', (_what, given, answer) => {
  expect(asked({ isPrerecorded: true, ...given })).toBe(answer);
});

test.each<[what: string, Partial<PermissionDetails>, answer: string]>([
  ['a policy that is in force', { status: 'in-force' }, 'yes'],
  ['a policy that was purchased', { status: 'purchased' }, 'yes'],
  ['an answer to a text of just now', { reachedAt: noon }, 'yes'],
  [
    'an answer after two days',
    { reachedAt: new Date(noon.getTime() - answerMs) },
    `Connecticut asks for a written consent to texts: ${none}`,
  ],
  [
    'a customer who said STOP',
    {
      status: 'in-force',
      entries: [{ channel: 'text', how: 'keyword', since: noon }],
    },
    'do_not_contact!',
  ],
  ['a customer, at night', { status: 'in-force', now: new Date('2026-11-20T07:00:00.000Z') }, 'hours!'],
  [
    'a customer who was tried three times, where that is the limit',
    {
      status: 'in-force',
      places: placesOf({ zipcode: '33101', state: 'FL', phone: plainPhone }),
      attempts: ['1', '2', '3'].map((id) => ({ id, at: noon, channel: 'text' })),
    },
    'attempts!',
  ],
])('service is free of consent alone: %s', (_what, given, answer) => {
  expect(asked({ ...ct, channel: 'text', consents: [], ...given })).toBe(answer);
});

test('a yes says what it is for', () => {
  const sentence = (given: Partial<PermissionDetails>) => decide(permissionDetails(noon, given)).sentence;
  expect([sentence({}), sentence({ status: 'purchased' }), sentence({ reachedAt: noon })]).toEqual([
    'May be contacted',
    'May be contacted about their policy',
    'May be contacted in answer to them',
  ]);
});

test.each([
  ['sales', {}],
  ['third-party', { isThirdParty: true, status: null }],
  ['service', { status: 'purchased' as const }],
  ['service', { status: 'in-force' as const }],
  ['sales', { status: 'inApplication' as const }],
  ['sales', { status: null }],
  ['service', { reachedAt: new Date(noon.getTime() - answerMs + 1) }],
  ['sales', { reachedAt: new Date(noon.getTime() - answerMs) }],
])('the purpose is %s of %p', (purpose, given) => {
  const known = { isThirdParty: false, status: 'newLead' as const, reachedAt: null, now: noon };
  expect(purposeOf({ ...known, ...given })).toBe(purpose);
});

test('no override sets a missing consent aside', () => {
  const override = { id: '66f0a1b2c3d4e5f601020304', since: noon };
  expect(asked({ ...ct, consents: [], override })).toContain('Connecticut');
  const night = new Date('2026-11-20T07:00:00.000Z');
  expect(asked({ ...ct, now: night, override })).toBe('yes');
});

test('what is left of a consent, and whether it holds', () => {
  const once = consent({ revocations: [{ channels: ['text'] }] });
  expect([channelsLeft(once), consentStateAt(once, noon)]).toEqual([['call'], 'valid']);
  const twice = consent({ revocations: [{ channels: ['text'] }, { channels: ['call'] }] });
  expect([channelsLeft(twice), consentStateAt(twice, noon)]).toEqual([[], 'revoked']);
  expect(consentStateAt(consent({ channels: [], revocations: [{ channels: [] }] }), noon)).toBe('revoked');
  expect(consentStateAt(consent({ channels: [] }), noon)).toBe('valid');
});

test.each([
  ['Juniper Insurance', true],
  ['juniper insurance LLC', true],
  ['Harbor Leads and Juniper  Insurance', true],
  ['Juniper', false],
  ['Juniper Insurances', false],
  ['our partners', false],
])('%s names the agency: %s', (seller, isNamed) => {
  expect(namesAgency({ seller, text: null }, 'Juniper Insurance')).toBe(isNamed);
});
