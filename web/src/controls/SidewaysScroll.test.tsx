import { render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { SidewaysScroll } from './SidewaysScroll.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it.each([
  [900, '0'],
  [300, null],
])('with %d px in 300 px has the tabindex %s', (inside, tabIndex) => {
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(inside);
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  render(<SidewaysScroll>Rows</SidewaysScroll>);
  expect(screen.getByText('Rows').getAttribute('tabindex')).toBe(tabIndex);
});
