import { pageSelection, withPageToggled } from './selection.rules.js';

test.each([
  [[], [], 'none'],
  [['a', 'b'], ['z'], 'none'],
  [['a', 'b'], ['a', 'z'], 'some'],
  [['a', 'b'], ['b', 'a'], 'all'],
] as const)('of %j with %j checked, %s of the page is', (free, selected, state) => {
  expect(pageSelection(free, selected)).toBe(state);
});

test('the box of the page checks what is free on it and keeps what is checked elsewhere', () => {
  expect(withPageToggled(['a', 'b'], ['z'])).toEqual(['z', 'a', 'b']);
  expect(withPageToggled(['a', 'b'], ['a', 'z'])).toEqual(['a', 'z', 'b']);
});

test('on a page that is wholly checked it lets this page go alone', () => {
  expect(withPageToggled(['a', 'b'], ['a', 'b', 'z'])).toEqual(['z']);
});
