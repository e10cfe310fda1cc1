import { uniqueId } from '@crm/platform/testing/unique.js';
import { readMediaLink, signMediaLink, type MediaLink } from './media-token.rules.js';

const key = (letter: string) => Buffer.alloc(32, letter);
const keys = new Map([['k1', key('a')]]);
const rotated = new Map([
  ['k2', key('b')],
  ['k1', key('a')],
]);
const link: MediaLink = {
  audio: { kind: 'record', id: uniqueId() },
  audience: { jti: 'j', sub: uniqueId(), sv: 3, iat: 1_700_000_000 },
  expiresAt: 1_700_000_300,
};
const forCarrier: MediaLink = { ...link, audience: 'carrier' };

test.each([link, forCarrier])('a link says what it was signed with', (each) => {
  expect(readMediaLink(keys, signMediaLink(keys, each))).toEqual(each);
});

test('a link fits into an address as it is', () => {
  expect(signMediaLink(keys, link)).toMatch(/^[\w.-]+$/);
});

test('after a key was exchanged the new one signs, and links of the old one are good until it is taken away', () => {
  const old = signMediaLink(keys, link);
  const fresh = signMediaLink(rotated, link);
  expect(fresh).toMatch(/^k2\./);
  expect(readMediaLink(rotated, old)).toEqual(link);
  expect(readMediaLink(rotated, fresh)).toEqual(link);
  expect(readMediaLink(new Map([['k2', key('b')]]), old)).toBeUndefined();
});

const [kid = '', content = '', signature = ''] = signMediaLink(keys, link).split('.');
const contentOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
test.each([
  ['nothing', ''],
  ['a word', 'hold'],
  ['no signature', `${kid}.${content}`],
  ['an empty signature', `${kid}.${content}.`],
  ['half a signature', `${kid}.${content}.${signature.slice(0, 20)}`],
  ['a part too many', `${kid}.${content}.${signature}.x`],
  ['another key’s name', `k9.${content}.${signature}`],
  ['the name of what every object has', `constructor.${content}.${signature}`],
  [
    'another record',
    `${kid}.${contentOf({ f: 'record', i: uniqueId(), x: 9e9, a: 'carrier' })}.${signature}`,
  ],
  ['a longer life', `${kid}.${content.replace(/.$/, 'A')}.${signature}`],
  ['no content', `${kid}..${signature}`],
])('%s in place of a link is none', (_what, token) => {
  expect(readMediaLink(keys, token)).toBeUndefined();
});

test('what another key signed under the same name is none', () => {
  expect(readMediaLink(keys, signMediaLink(new Map([['k1', key('z')]]), link))).toBeUndefined();
});
