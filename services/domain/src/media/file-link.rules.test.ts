import { uniqueId } from '@crm/platform/testing/unique.js';
import { fileLinks, type FileLink } from './file-link.rules.js';

const links = fileLinks('recording', ['record', 'voicemail']);

const key = (letter: string) => Buffer.alloc(32, letter);
const keys = new Map([['k1', key('a')]]);
const rotated = new Map([
  ['k2', key('b')],
  ['k1', key('a')],
]);
const link: FileLink<'record' | 'voicemail'> = {
  file: { kind: 'record', id: uniqueId() },
  audience: { jti: 'j', sub: uniqueId(), sv: 3, iat: 1_700_000_000 },
  expiresAt: 1_700_000_300,
};
const forCarrier: FileLink<'record' | 'voicemail'> = { ...link, audience: 'carrier' };

test.each([link, forCarrier])('a link says what it was signed with', (each) => {
  expect(links.read(keys, links.sign(keys, each))).toEqual(each);
});

test('a link fits into an address as it is', () => {
  expect(links.sign(keys, link)).toMatch(/^[\w.-]+$/);
});

test('after a key was exchanged the new one signs, and links of the old one are good until it is taken away', () => {
  const old = links.sign(keys, link);
  const fresh = links.sign(rotated, link);
  expect(fresh).toMatch(/^k2\./);
  expect(links.read(rotated, old)).toEqual(link);
  expect(links.read(rotated, fresh)).toEqual(link);
  expect(links.read(new Map([['k2', key('b')]]), old)).toBeUndefined();
});

const [kid = '', content = '', signature = ''] = links.sign(keys, link).split('.');
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
  expect(links.read(keys, token)).toBeUndefined();
});

test('what another key signed under the same name is none', () => {
  expect(links.read(keys, links.sign(new Map([['k1', key('z')]]), link))).toBeUndefined();
});

test('a link of one purpose is none of another, nor is one to another kind of file', () => {
  const token = links.sign(keys, link);
  expect(fileLinks('text file', ['record', 'voicemail']).read(keys, token)).toBeUndefined();
  expect(fileLinks('recording', ['voicemail']).read(keys, token)).toBeUndefined();
});
