import { isWithin, networkOf, parseNetwork } from './network.rules.js';

test.each([
  ['an IPv4 address is a network by itself', '203.0.113.7', '203.0.113.7'],
  ['so it is when written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['of IPv6 the first 64 bits count', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['however they are shortened', '2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['and however many zeros they carry', '2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['zeros left out in the first half are put back', '2001:db8::5:6', '2001:db8:0:0::/64'],
  ['the loopback is one too', '::1', '0:0:0:0::/64'],
  ['an interface named behind it is not part of it', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['what is no address counts as one network', 'somewhere', 'unknown'],
  ['so does nothing', '', 'unknown'],
])('%s', (_what, address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['10.20.0.0/16', ['10.20.0.0', 16]],
  [' fd00::/8 ', ['fd00::', 8]],
  ['10.20.0.0/33', undefined],
  ['10.20.0.0', undefined],
  ['10.20.0.0/16/1', undefined],
  ['office/16', undefined],
])('the network %s is %j', (text, network) => {
  expect(parseNetwork(text)).toEqual(network);
});

test('an address is within a network of its own family alone', () => {
  expect(isWithin([['::', 0]], '10.0.0.1')).toBe(false);
  expect(isWithin([['::', 0]], '::1')).toBe(true);
  expect(isWithin([], '10.0.0.1')).toBe(false);
});
