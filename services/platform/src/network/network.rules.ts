import { BlockList, isIP, isIPv4 } from 'node:net';

/** An address without its interface, in small letters; one of IPv4 that is written as one of IPv6 is what it stands for. */
export function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : plain;
}

/**
 * The network an address stands for when attempts are counted: an IPv4 address by itself, of IPv6 the first 64 bits,
 * since one household holds that many addresses. Anything that is no address counts as one network of its own.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain;
  if (isIP(plain) !== 6) return 'unknown';
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** A network in CIDR notation, in its two parts. */
export type Network = readonly [address: string, prefix: number];
export type Networks = readonly Network[];

/** Networks of one version of IP, to look addresses up in. */
export function networkList(networks: Networks, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
}

/** A network as it is written, `10.20.0.0/16`; undefined where it is none. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', prefix = '', ...rest] = text.trim().split('/');
  const bits = { 0: undefined, 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)
    return undefined;
  return [address, Number(prefix)];
}

/** Whether an address is in one of these networks. */
export function isWithin(networks: Networks, address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const own = networks.filter(([network]) => isIP(network) === version);
  return networkList(own, family).check(address, family);
}
