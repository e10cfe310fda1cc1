import { isIP } from 'node:net';
import { isWithin, networkList, type Network, type Networks } from '../network/network.rules.js';

/** IPv4 that is not the internet (IANA's special-purpose registry), metadata services at 169.254.169.254 among it. */
const special4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of the global unicast range of IPv6, what is not the internet or leads to an IPv4 address inside another: 6to4, Teredo. */
const special6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked4 = networkList(special4, 'ipv4');
const blocked6 = networkList(special6, 'ipv6');
/** Everything else of IPv6 is local, mapped or unassigned. */
const global6 = networkList([['2000::', 3]], 'ipv6');

/** Whether an address is one of the internet. What is no address is none. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !blocked4.check(address, 'ipv4');
  // A zone names an interface of this machine.
  if (version === 6 && !address.includes('%'))
    return global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
  return false;
}

/** What is wrong with an address that somebody enters, for its author; undefined where nothing is that shows without asking a name server. */
export function urlFault(text: string, allowed: Networks): string | undefined {
  if (!URL.canParse(text)) return 'Enter an https address';
  const url = new URL(text);
  const { protocol, username, password, hash, hostname } = url;
  // Plain http is for the operator's own networks, which is checked for the address that is connected to.
  if (protocol !== 'https:' && !(protocol === 'http:' && allowed.length > 0)) return 'Enter an https address';
  if (username !== '' || password !== '') return 'An address has no user and no password in it';
  if (hash !== '') return 'An address ends before the #';
  const address = literalAddress(url);
  if (address !== undefined && !mayConnect({ address, protocol }, allowed)) return notReached;
  return /(^|\.)(localhost|local|internal)\.?$/i.test(hostname) && allowed.length === 0
    ? notReached
    : undefined;
}

/** What is said where an address leads into the product's own network. */
export const notReached = 'This address is not on the internet';

/** Whether a request may go to an address: https to the internet, either scheme to the networks that are allowed. */
export const mayConnect = (
  { address, protocol }: { address: string; protocol: string },
  allowed: Networks,
): boolean => isWithin(allowed, address) || (protocol === 'https:' && isPublicAddress(address));

/** The host of an address where it is an IP address itself, of which no name server is asked. */
export function literalAddress({ hostname }: URL): string | undefined {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? undefined : literal;
}
