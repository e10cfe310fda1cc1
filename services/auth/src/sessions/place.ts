import { networkOf } from '@crm/platform/network/network.rules.js';
import { browserName } from './browser-name.rules.js';
import type { StoredSession } from './session.model.js';

/** Where a session is used from: the client's address, and what its browser says that it is. */
export interface SessionPlace {
  address: string;
  userAgent?: string | undefined;
}

/** A place as a session's record shows it. */
export const placeFields = ({
  address,
  userAgent,
}: SessionPlace): Pick<StoredSession, 'address' | 'network' | 'browser' | 'system'> => ({
  address,
  network: networkOf(address),
  ...browserName(userAgent),
});
