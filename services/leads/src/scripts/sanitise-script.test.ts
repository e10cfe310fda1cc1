import { sanitiseScript } from './sanitise-script.js';

test.each([
  ['what the editor writes stays', '<h2>Hi</h2><p>A <strong>b</strong> <em>c</em></p><ul><li>d</li></ul>'],
  ['quotes and lines stay', '<blockquote>a</blockquote><hr /><ol><li>b</li></ol><p>x<br />y</p>'],
])('%s', (_what, html) => {
  expect(sanitiseScript(html)).toBe(html);
});

test.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a style', '<p style="position:fixed">a</p><style>p{}</style>', '<p>a</p>'],
  ['an image that fails', '<img src=x onerror=alert(1)>a', 'a'],
  ['a drawing with a script', '<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
  ['a frame and a form', '<iframe src="//x"></iframe><form><input></form>a', 'a'],
  ['a tag that is not closed', '<p>a<div', '<p>a</p>'],
  [
    'a link that runs',
    '<a href="javascript:alert(1)">a</a>',
    '<a target="_blank" rel="noopener noreferrer nofollow">a</a>',
  ],
  [
    'a link written to deceive',
    '<a href="jav&#x09;ascript:alert(1)">a</a>',
    '<a target="_blank" rel="noopener noreferrer nofollow">a</a>',
  ],
  [
    'a link without a scheme',
    '<a href="//evil.example">a</a>',
    '<a target="_blank" rel="noopener noreferrer nofollow">a</a>',
  ],
])('%s is taken out', (_what, html, clean) => {
  expect(sanitiseScript(html)).toBe(clean);
});

test('a link opens elsewhere and knows nothing of this page', () => {
  expect(sanitiseScript('<a href="https://example.com" target="_self">a</a>')).toBe(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">a</a>',
  );
});

test.each(['', '   ', '<p></p>', '<p>&nbsp;</p><br>', '<script>alert(1)</script>'])(
  'nothing to read is left of %j',
  (html) => {
    expect(sanitiseScript(html)).toBeUndefined();
  },
);
