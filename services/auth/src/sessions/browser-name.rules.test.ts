import { browserName } from './browser-name.rules.js';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`,
    'Edge',
    'Windows',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/131.0 Safari/537.36 OPR/116.0`,
    'Opera',
    'macOS',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.1 Safari/605.1`,
    'Safari',
    'macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Mobile Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [
    `${mozilla} (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1 CriOS/131.0 Mobile Safari/604.1`,
    'Chrome',
    'iPad',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox', 'Linux'],
  [
    `${mozilla} (Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  ['curl/8.9.1', null, null],
  [undefined, null, null],
])('%s', (userAgent, browser, system) => {
  expect(browserName(userAgent)).toEqual({ browser, system });
});
