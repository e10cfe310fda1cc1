import type { AddressInfo } from 'node:net';

/** Where a server that listens is reached from its own machine, `http://127.0.0.1:4123`. */
export function urlOf(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${String(address.port)}`;
}
