import { changeOf } from './change.rules.js';

test.each([
  ['count', 41, 30, { direction: 'up', by: 11 }],
  ['count', 0, 7, { direction: 'down', by: 7 }],
  ['money', 0.3, 0.1, { direction: 'up', by: 0.2 }],
  ['money', 97.53, 97.53, { direction: 'same', by: 0 }],
  // As they are shown: 19.3 and 19.4.
  ['ratio', 19.34, 19.36, { direction: 'down', by: 0.1 }],
  ['ratio', 150, 66.67, { direction: 'up', by: 83.3 }],
  ['ratio', null, 20, null],
  ['ratio', 20, null, null],
] as const)('a %s of %p after %p is %p', (kind, now, then, change) => {
  expect(changeOf(kind, now, then)).toEqual(change);
});
