/** What a browser says that it is, in plain words; null for what nobody knows. */
export interface BrowserName {
  browser: string | null;
  system: string | null;
}

/** The first that matches: each of those further up also says the names of those below. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const maxLength = 500;

/** The browser and the system of a `User-Agent` header. */
export function browserName(userAgent: string | undefined): BrowserName {
  const said = (userAgent ?? '').slice(0, maxLength);
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(said))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
