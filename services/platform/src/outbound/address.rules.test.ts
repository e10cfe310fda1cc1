import type { Networks } from '../network/network.rules.js';
import { isPublicAddress, mayConnect, urlFault } from './address.rules.js';

test.each([
  ['93.184.215.14', true],
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.192', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['100::1', false],
  ['2001:db8::1', false],
  ['2001::1', false],
  ['2002:7f00:1::', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['2606:2800::1%eth0', false],
  ['ff02::1', false],
  ['example.com', false],
  ['', false],
])('%s is on the internet: %p', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

const office: Networks = [['10.20.0.0', 16]];

test.each([
  ['https://hooks.example.com/a?b=c', [], undefined],
  ['https://hooks.example.com:8443/a', [], undefined],
  ['https://93.184.215.14/a', [], undefined],
  ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', [], undefined],
  ['http://hooks.example.com/', [], 'Enter an https address'],
  ['ftp://hooks.example.com/', office, 'Enter an https address'],
  ['hooks.example.com', [], 'Enter an https address'],
  [`https://${['user', 'word'].join(':')}@example.com/`, [], 'An address has no user and no password in it'],
  ['https://example.com/#a', [], 'An address ends before the #'],
  ['https://127.0.0.1/', [], 'This address is not on the internet'],
  // The ways in which a browser's parser writes 127.0.0.1 and 169.254.169.254.
  ['https://2130706433/', [], 'This address is not on the internet'],
  ['https://0x7f.1/', [], 'This address is not on the internet'],
  ['https://0177.0.0.1/', [], 'This address is not on the internet'],
  ['https://127.1/', [], 'This address is not on the internet'],
  ['https://169.254.169.254/latest/meta-data', [], 'This address is not on the internet'],
  ['https://[::1]/', [], 'This address is not on the internet'],
  ['https://[::ffff:169.254.169.254]/', [], 'This address is not on the internet'],
  ['https://localhost/', [], 'This address is not on the internet'],
  ['https://LOCALHOST./', [], 'This address is not on the internet'],
  ['https://metadata.google.internal/', [], 'This address is not on the internet'],
  ['http://10.20.1.1/', office, undefined],
  ['https://10.20.1.1/', office, undefined],
  ['http://10.21.1.1/', office, 'This address is not on the internet'],
  // Where it leads is seen when it is connected to.
  ['http://crm.office.internal/', office, undefined],
])('%s with the networks %j: %s', (url, networks, fault) => {
  expect(urlFault(url, networks)).toBe(fault);
});

test.each([
  ['8.8.8.8', 'https:', true],
  ['8.8.8.8', 'http:', false],
  ['10.20.1.1', 'http:', true],
  ['10.20.1.1', 'https:', true],
  ['10.21.1.1', 'https:', false],
  ['::ffff:10.20.1.1', 'https:', false],
])('with an office of 10.20.0.0/16 %s may be connected to by %s: %p', (address, protocol, may) => {
  expect(mayConnect({ address, protocol }, office)).toBe(may);
});
