import { relyingPartyOf, requirePasskeyHost } from './relying-party.rules.js';

test.each([
  [
    'the configured address, whatever host was asked',
    'https://crm.example.com',
    'http',
    'evil.example',
    'crm.example.com',
    'https://crm.example.com',
  ],
  [
    'the host that was asked where none is configured',
    undefined,
    'https',
    'crm.example.com',
    'crm.example.com',
    'https://crm.example.com',
  ],
  [
    'its port, which is of the origin and not of the host',
    undefined,
    'http',
    'localhost:8080',
    'localhost',
    'http://localhost:8080',
  ],
])('a site is %s', (_what, configured, protocol, host, id, origin) => {
  expect(relyingPartyOf(configured, { protocol, host })).toEqual({ id, origin });
});

test.each([
  ['undefined', undefined],
  ['no host', 'a b'],
  ['empty', ''],
])('a host that is %s is refused', (_what, host) => {
  expect(() => relyingPartyOf(undefined, { protocol: 'http', host })).toThrow('no address');
});

test.each([
  ['127.0.0.1', false],
  ['[::1]', false],
  ['localhost', true],
  ['crm.example.com', true],
])('%s can have passkeys: %s', (id, expected) => {
  const ask = () => {
    requirePasskeyHost({ id, origin: `http://${id}` });
  };
  if (expected) expect(ask).not.toThrow();
  else expect(ask).toThrow('Passkeys need a site with a name');
});
