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

const usual = getConfig();
let isBehindEvent = false;
configure({
  eventWrapper: (dispatch) => {
    isBehindEvent = true;
    try {
      return usual.eventWrapper(dispatch);
    } finally {
      // React complains of an `act` in the second microtask behind it.
      queueMicrotask(() => {
        queueMicrotask(() => {
          isBehindEvent = false;
        });
      });
    }
  },
  // How long a step may take where nothing is wrong is the machine's affair; this ends a test whose step never comes.
  asyncUtilTimeout: 60_000,
  // While a test waits, each look that finds nothing would print the whole page into an error that nobody reads. The last
  // one is described in full.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : usual.getElementError(message, container),
});
afterAll(() => {
  configure(usual);
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
    const [first] = translate;
    if (translate.length === 1 && first instanceof Error && first.name === 'HttpError') return;
    const begins = (complaint: string) => typeof first === 'string' && first.startsWith(complaint);
    // When a part that is fetched apart arrives between two steps of a test is the machine's affair, too.
    if (begins('A suspended resource finished loading')) return;
    // So is whether one is on its way while an event is dispatched, the move of the focus by the application among them:
    // Testing Library puts an `act` around each, which no test could await.
    if (isBehindEvent && begins('A component suspended inside an `act` scope')) return;
    complaints.push(translate);
  });
});
afterEach(() => {
  const [first] = complaints;
  if (first) throw new Error(`console.error was called: ${first.map(String).join(' ')}`);
});
