import { fileWords, isShownPicture, textFileKind, textLine, type TextFileKind } from './text-files.js';

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
