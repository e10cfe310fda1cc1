import {
  fileWords,
  isShownPicture,
  sentFilesFault,
  textFileKind,
  textFileName,
  textLine,
  type TextFileKind,
} from './text-files.js';

test.each<[string, TextFileKind, boolean]>([
  ['image/jpeg', 'picture', true],
  ['image/png', 'picture', true],
  ['image/gif', 'picture', true],
  ['image/webp', 'picture', true],
  ['image/heic', 'picture', false],
  ['audio/amr', 'audio', false],
  ['video/3gpp', 'video', false],
  ['application/pdf', 'pdf', false],
  ['text/vcard', 'contact', false],
  ['text/x-vcard', 'contact', false],
  ['image/svg+xml', 'file', false],
  ['text/html', 'file', false],
  ['audio/a b', 'file', false],
  ['', 'file', false],
])('%s is called %s', (type, kind, isShown) => {
  expect([textFileKind(type), isShownPicture(type)]).toEqual([kind, isShown]);
});

test.each([
  ['image/jpeg', 'picture-0209ca.jpg'],
  ['image/png', 'picture-0209ca.png'],
  ['text/x-vcard', 'contact-0209ca.vcf'],
  ['application/pdf', 'pdf-0209ca.pdf'],
  ['video/3gpp', 'video-0209ca.3gp'],
])('a file of the kind %s is saved as %s', (type, name) => {
  expect(textFileName({ id: '66f0a1b2c3d4e5f6010209ca', type })).toBe(name);
});

test.each<[TextFileKind[], string]>([
  [[], ''],
  [['picture'], 'Picture'],
  [['picture', 'picture'], '2 pictures'],
  [['pdf'], 'PDF'],
  [['file'], 'File'],
  [['picture', 'video', 'picture'], '3 files'],
])('%p are called %s', (kinds, words) => {
  expect(fileWords(kinds)).toBe(words);
});

test('a text with words is these, one without says what it carries', () => {
  const files = [{ kind: 'picture' as const }];
  expect(textLine({ text: 'Here it is', files })).toBe('Here it is');
  expect(textLine({ text: ' ', files })).toBe('Picture');
  expect(textLine({ text: '', files: [] })).toBe('');
});

const jpeg = (bytes = 1_000) => ({ type: 'image/jpeg', bytes });
const pdf = (bytes = 1_000) => ({ type: 'application/pdf', bytes });
test.each([
  ['no file', [], undefined],
  ['three files', [jpeg(), pdf(), { type: 'image/gif', bytes: 1 }], undefined],
  ['four files', [jpeg(), jpeg(), jpeg(), jpeg()], 'At most 3 files per text'],
  ['a page', [{ type: 'text/html', bytes: 1 }], 'Choose JPEG, PNG, GIF or PDF files'],
  [
    'a picture that phones do not take',
    [{ type: 'image/webp', bytes: 1 }],
    'Choose JPEG, PNG, GIF or PDF files',
  ],
  ['as large a PDF as is taken', [pdf(500_000)], undefined],
  ['a larger PDF', [pdf(500_001)], 'A PDF can have at most 500 KB'],
  ['as large pictures as are taken', [jpeg(4_000_000), jpeg(500_000)], undefined],
  ['larger ones', [jpeg(4_000_000), jpeg(500_001)], 'All files together can have at most 4.5 MB'],
])('%s: %p is refused with %p', (_what, files, fault) => {
  expect(sentFilesFault(files)).toBe(fault);
});
