import { typeOfContent } from './file-content.rules.js';

const bytes = {
  jpeg: Buffer.from('ffd8ffe000104a464946', 'hex'),
  png: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
  gif: Buffer.from('GIF89a....'),
  webp: Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
  heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'),
  pdf: Buffer.from('%PDF-1.7'),
  vcard: Buffer.from('BEGIN:VCARD\r\nVERSION:3.0'),
  html: Buffer.from('<!doctype html><script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'),
  nothing: Buffer.alloc(0),
};

test.each<[keyof typeof bytes, string, string | undefined]>([
  ['jpeg', 'image/jpeg', 'image/jpeg'],
  ['jpeg', 'image/png', 'image/jpeg'],
  ['png', 'image/png', 'image/png'],
  ['gif', 'image/gif', 'image/gif'],
  ['webp', 'image/webp', 'image/webp'],
  ['heic', 'image/heic', 'image/heic'],
  ['heic', 'image/jpeg', 'image/heic'],
  ['pdf', 'application/pdf', 'application/pdf'],
  ['vcard', 'text/x-vcard', 'text/x-vcard'],
  ['html', 'image/png', undefined],
  ['svg', 'image/jpeg', undefined],
  ['svg', 'image/svg+xml', undefined],
  ['nothing', 'image/png', undefined],
  ['html', 'application/pdf', undefined],
  ['html', 'text/vcard', undefined],
  ['html', 'text/html', undefined],
  ['png', 'application/octet-stream', undefined],
  ['html', 'video/mp4', 'video/mp4'],
])('%s that says it is %s is %p', (content, said, type) => {
  expect(typeOfContent(bytes[content], said)).toBe(type);
});
