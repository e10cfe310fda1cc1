import { incomingFiles, isTaken } from './incoming-files.rules.js';

const accountSid = `AC${'a'.repeat(32)}`;
const messageSid = `MM${'b'.repeat(32)}`;
const sid = `ME${'c'.repeat(32)}`;
const folder = `/2010-04-01/Accounts/${accountSid}/Messages/${messageSid}/Media`;
const read = (fields: Record<string, string>) => incomingFiles(fields, { accountSid, messageSid });

test('a text without files has none', () => {
  expect(read({})).toEqual([]);
  expect(read({ NumMedia: '0', MediaUrl0: `https://api.twilio.com${folder}/${sid}` })).toEqual([]);
  expect(read({ NumMedia: 'many' })).toEqual([]);
});

test('each file has its id and its kind, and no more than ten are read', () => {
  const fields = { MediaUrl0: `https://api.twilio.com${folder}/${sid}`, MediaContentType0: 'Image/JPEG' };
  expect(read({ NumMedia: '1', ...fields })).toEqual([{ sid, type: 'image/jpeg' }]);
  expect(read({ NumMedia: '400', ...fields })).toHaveLength(10);
});

test.each([
  ['no address', ''],
  ['what is no address', 'a picture'],
  ['a file of another account', `https://api.twilio.com${folder.replace('aaa', 'abc')}/${sid}`],
  ['a file of another text', `https://api.twilio.com${folder.replace('bbb', 'bcb')}/${sid}`],
  ['a page of somebody else’s', 'https://example.com/picture.jpg'],
  ['a way out of the folder', `https://api.twilio.com${folder}/../../../Calls.json`],
  ['a file with more behind its id', `https://api.twilio.com${folder}/${sid}/x`],
  ['a recording', `https://api.twilio.com${folder}/${sid.replace('ME', 'RE')}`],
])('%s names no file', (_what, url) => {
  expect(read({ NumMedia: '1', MediaUrl0: url, MediaContentType0: 'image/png' })).toEqual([
    { sid: null, type: 'image/png' },
  ]);
});

test('a kind that is none is unknown, and is not taken', () => {
  expect(read({ NumMedia: '1', MediaContentType0: 'text/html; <script>' })).toEqual([
    { sid: null, type: 'application/octet-stream' },
  ]);
  expect(
    ['image/png', 'audio/amr', 'application/pdf', 'text/x-vcard'].filter((type) => !isTaken(type)),
  ).toEqual([]);
  expect(
    ['text/html', 'image/svg+xml', 'application/octet-stream', 'application/zip'].filter(isTaken),
  ).toEqual([]);
});
