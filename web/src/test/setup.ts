// First: the libraries below look for what it gives while they load.
import { screenWidth } from './browser-globals.js';
import './owner-stacks.js';
import { jest } from '@jest/globals';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { chooseLanguage } from '../i18n/language.js';

// Packages are loaded once for many suites (`jest-shared.mjs`); these are each suite's own.
expect.extend(matchers);
Reflect.set(globalThis, 'jest', jest);
afterEach(cleanup);

const { getElementError: describedError } = getConfig();
configure({
  // How long a step may take where nothing is wrong is the machine's affair; this ends a test whose step never comes.
  asyncUtilTimeout: 60_000,
  // While a test waits, each look that finds nothing would print the whole page into an error that nobody reads. The last
  // one is described in full.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : describedError(message, container),
});
afterAll(() => {
  configure({ getElementError: describedError });
  // The next suite begins as a page does.
  chooseLanguage('en');
});
/** Testing Library sets this during each look of `waitFor` and `findBy`; its types leave it out. */
function isWaiting() {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

let complaints: unknown[][] = [];
beforeEach(() => {
  complaints = [];
  window.localStorage.clear();
  window.sessionStorage.clear();
  screenWidth.px = 1280;
  jest.spyOn(console, 'error').mockImplementation((...translate: unknown[]) => {
    // react-admin logs every refused call outside production; the refusal itself is what such a test is about.
    // Known by its name: to import the class would load the whole library into suites that need nothing of it.
    if (translate.length === 1 && translate[0] instanceof Error && translate[0].name === 'HttpError') return;
    // When a part that is fetched apart arrives between two steps of a test is the machine's affair, too.
    if (typeof translate[0] === 'string' && translate[0].startsWith('A suspended resource finished loading'))
      return;
    complaints.push(translate);
  });
});
afterEach(() => {
  const [first] = complaints;
  if (first) throw new Error(`console.error was called: ${first.map(String).join(' ')}`);
});
