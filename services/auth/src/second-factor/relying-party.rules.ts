import { isIP } from 'node:net';
import { invalid } from '@crm/platform/errors/app-error.js';

/** The site that passkeys are made for: its host, and the origin that browsers sign. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The site of this installation: the configured address, else the one that the browser asked. A passkey signs the
 * origin and is kept by its host, so that a copy of the sign-in page on another host gets nothing of use.
 */
export function relyingPartyOf(
  publicBaseUrl: string | undefined,
  asked: { protocol: string; host: string | undefined },
): RelyingParty {
  const address = publicBaseUrl ?? `${asked.protocol}://${asked.host ?? ''}`;
  if (!URL.canParse(address)) throw invalid({}, 'The host of this request is no address');
  const { hostname, origin } = new URL(address);
  return { id: hostname, origin };
}

/** Throws `invalid` at a host that browsers make no passkeys for: one that is known by a number alone. */
export function requirePasskeyHost({ id }: RelyingParty): void {
  if (isIP(id.replace(/^\[|\]$/g, '')) === 0) return;
  throw invalid({}, 'Passkeys need a site with a name. Open this one by its name, such as localhost');
}
