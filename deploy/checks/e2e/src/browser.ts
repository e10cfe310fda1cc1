import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { password } from './environment.js';

export type Theme = 'light' | 'dark';

/** The one without windows of its own draws the same pages with a fifth less of the processor. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's Chromium, with its background network traffic disabled. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM'] ?? browsers.find((path) => existsSync(path)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A fake microphone, with permission granted automatically.
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
};

export function openBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions);
}

/** A browser window of one user; collects the errors that the page logs, for `noErrors`. */
export interface Window {
  page: Page;
  context: BrowserContext;
  errors: string[];
  /** Resolves when no request is in flight and all responses are rendered. */
  settled: () => Promise<void>;
}

function settledOn(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
  return async () => {
    // A response may trigger another request as soon as it is rendered, so the page must be idle twice in a row.
    for (let quiet = 0; quiet < 2; quiet = underWay.size === 0 ? quiet + 1 : 0) await page.evaluate(drawn);
  };
}

export async function openWindow(
  browser: Browser,
  url: string,
  {
    width = 1280,
    height = 800,
    ...options
  }: { width?: number; height?: number } & Pick<BrowserContextOptions, 'storageState' | 'forcedColors'> = {},
): Promise<Window> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The page shows failed requests and a lost line to the user; the browser's own message about them is not an error.
    const isOwn = /^(Failed to load resource|WebSocket connection to)/.test(message.text());
    if (message.type() === 'error' && !isOwn) errors.push(message.text());
  });
  return { page, context, errors, settled: settledOn(page) };
}

/** Signs in through the form and waits for the first page of the role. */
export async function signIn(window: Window, email: string): Promise<void> {
  const { page } = window;
  await page.goto('/signin');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/signin');
}

export async function signedIn(browser: Browser, url: string, email: string): Promise<Window> {
  const window = await openWindow(browser, url);
  await signIn(window, email);
  return window;
}

export function noErrors({ errors }: Window): void {
  assert.deepEqual(errors, []);
}
