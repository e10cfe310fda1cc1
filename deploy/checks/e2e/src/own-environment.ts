import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.js';
import { lineTo, type Line } from './cut-line.js';
import { openEnvironment, type TestEnvironment, type EnvironmentOptions } from './environment.js';

/**
 * Registers before and after hooks that open and close an environment and a browser for the tests of one file. Put further
 * setup in `prepare`: a `before` hook of the file would not wait for this one. Call it outside of tests.
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

/** The same behind a line that can be cut. Call it outside of tests. */
export function ownLine(
  options: EnvironmentOptions,
): ReturnType<typeof ownEnvironment> & { readonly line: Line } {
  let line: Line | undefined;
  const own = ownEnvironment(options, async () => {
    line = await lineTo(own.environment.url);
  });
  after(() => line?.cut());
  return {
    get environment() {
      return own.environment;
    },
    get browser() {
      return own.browser;
    },
    get line() {
      if (line === undefined) throw new Error('The line is not open yet');
      return line;
    },
  };
}
