import { pageBehindDialog, pageOf } from './page-of.js';

test.each([
  ['/lead/66f0a1b2c3d4e5f601020304', '/lead/66f0a1b2c3d4e5f601020304'],
  ['/lead/66f0a1b2c3d4e5f601020304/', '/lead/66f0a1b2c3d4e5f601020304'],
  ['/lead/66f0a1b2c3d4e5f601020304/notes', '/lead/66f0a1b2c3d4e5f601020304'],
  ['/lead/66f0a1b2c3d4e5f601020304/script/66f0a1b2c3d4e5f6010203ff', '/lead/66f0a1b2c3d4e5f601020304'],
  ['/partners', '/partners'],
  ['/partners/create', '/partners/create'],
  ['/partners/66f0a1b2c3d4e5f601020304', '/partners/66f0a1b2c3d4e5f601020304'],
  ['/phones/TX', '/phones/TX'],
  ['/leads/upload', '/leads/upload'],
  ['/guide/leads', '/guide/leads'],
  ['/', '/'],
])('%s is on the page %s', (pathname, page) => {
  expect(pageOf(pathname)).toBe(page);
});

test.each([
  ['/partners', '/partners'],
  ['/partners/create', '/partners'],
  ['/partners/66f0a1b2c3d4e5f601020304', '/partners'],
  ['/phones/TX', '/phones'],
  ['/contact-rules/default', '/contact-rules'],
  ['/lead/66f0a1b2c3d4e5f601020304', '/lead/66f0a1b2c3d4e5f601020304'],
  ['/guide/leads', '/guide/leads'],
])('behind the dialog at %s is the page %s', (pathname, page) => {
  expect(pageBehindDialog(pathname)).toBe(page);
});
