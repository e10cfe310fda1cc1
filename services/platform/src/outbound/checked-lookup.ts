import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Networks } from '../network/network.rules.js';
import { literalAddress, mayConnect, notReached } from './address.rules.js';

/** An address leads into the product's own network, or to another one that no operator allowed. */
export class AddressRefused extends Error {
  constructor() {
    super(notReached);
    this.name = 'AddressRefused';
  }
}

/**
 * Resolves a name to the addresses that a request may go to: what is connected to is what was checked, whatever the name
 * server says a moment later.
 */
export const checkedLookup =
  (protocol: string, allowed: Networks): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      // A name with one forbidden address among others is a trap, not a mistake.
      const isClean = addresses.every(({ address }) => mayConnect({ address, protocol }, allowed));
      const [first] = addresses;
      if (!isClean || first === undefined) callback(new AddressRefused(), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Throws `AddressRefused` for an address in the URL itself that no request may go to: no name server is asked of it. */
export function requireReachable(url: URL, allowed: Networks): void {
  const address = literalAddress(url);
  if (address !== undefined && !mayConnect({ address, protocol: url.protocol }, allowed))
    throw new AddressRefused();
}
