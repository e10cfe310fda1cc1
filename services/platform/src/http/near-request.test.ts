import { isNear, isOwnRequest } from './near-request.js';

const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as Parameters<typeof isNear>[0];

test.each([
  ['127.0.0.1', {}, true],
  ['127.8.8.8', {}, true],
  ['::1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['192.0.2.1', {}, false],
  ['::ffff:192.0.2.1', {}, false],
  ['2001:db8::1', {}, false],
  [undefined, {}, false],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
  ['127.0.0.1', { via: '1.1 tunnel' }, false],
] as const)('%p with %p is near: %p', (address, headers, expected) => {
  expect(isNear(request(address, headers))).toBe(expected);
});

test.each([
  [{ host: '127.0.0.1:8080' }, true],
  [{ host: 'localhost' }, true],
  [{ host: '[::1]:8080' }, true],
  [{ host: '127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }, true],
  [{ host: '127.0.0.1:8080', 'sec-fetch-site': 'none' }, true],
  [{ host: '127.0.0.1:8080', 'sec-fetch-site': 'cross-site' }, false],
  [{ host: 'rebound.example' }, false],
  [{ host: '127.0.0.1.example' }, false],
  [{}, false],
] as const)('a request of this machine with %p is its own: %p', (headers, expected) => {
  expect(isOwnRequest(request('127.0.0.1', headers))).toBe(expected);
});
