import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.js';
import { openFloor, type Floor, type FloorOptions } from './floor.js';

/**
 * A floor and a browser for the tests of one file: opened before them, closed after them. `prepare` goes on from there; a
 * hook of the file's own would not wait for them. Call it outside of tests.
 */
export function ownFloor(
  options: FloorOptions,
  prepare: () => Promise<void> = async () => undefined,
): { readonly floor: Floor; readonly browser: Browser } {
  let opened: { floor: Floor; browser: Browser } | undefined;
  const here = () => {
    if (opened === undefined) throw new Error('The floor is not open yet');
    return opened;
  };
  before(async () => {
    opened = { floor: await openFloor(options), browser: await openBrowser() };
    await prepare();
  });
  after(async () => {
    await opened?.browser.close();
    await opened?.floor.close();
  });
  return {
    get floor() {
      return here().floor;
    },
    get browser() {
      return here().browser;
    },
  };
}
