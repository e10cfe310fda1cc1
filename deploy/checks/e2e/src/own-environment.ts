import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.js';
import { openEnvironment, type TestEnvironment, type EnvironmentOptions } from './environment.js';

/**
 * A floor and a browser for the tests of one file: opened before them, closed after them. `prepare` goes on from there; a
 * hook of the file's own would not wait for them. Call it outside of tests.
 */
export function ownEnvironment(
  options: EnvironmentOptions,
  prepare: () => Promise<void> = async () => undefined,
): { readonly environment: TestEnvironment; readonly browser: Browser } {
  let opened: { environment: TestEnvironment; browser: Browser } | undefined;
  const here = () => {
    if (opened === undefined) throw new Error('The environment is not open yet');
    return opened;
  };
  before(async () => {
    opened = { environment: await openEnvironment(options), browser: await openBrowser() };
    await prepare();
  });
  after(async () => {
    await opened?.browser.close();
    await opened?.environment.close();
  });
  return {
    get environment() {
      return here().environment;
    },
    get browser() {
      return here().browser;
    },
  };
}
