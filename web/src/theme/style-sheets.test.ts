import { jest } from '@jest/globals';
import { createStyles } from './style-sheets.js';

afterEach(() => {
  jest.useRealTimers();
});

it('leaves the sheets of earlier frames as they are', () => {
  jest.useFakeTimers();
  const { sheet } = createStyles({ speedy: true });
  const sheetsAfter = (...names: string[]) => {
    for (const name of names) sheet.insert(`.${name} { color: red; }`);
    return sheet.tags.length;
  };
  expect(sheetsAfter('head', 'row')).toBe(1);
  expect(sheetsAfter('cell')).toBe(1);
  jest.advanceTimersToNextFrame();
  expect(sheetsAfter('dialog', 'field')).toBe(2);
  jest.advanceTimersToNextFrame();
  jest.advanceTimersToNextFrame();
  expect(sheetsAfter('tab')).toBe(3);
  expect([...document.head.querySelectorAll('style')].slice(-3)).toEqual(sheet.tags);
});
