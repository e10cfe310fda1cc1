import { part } from '@crm/platform/mongo/part.js';
import type { Sealed } from '../user/sealed.js';

/** The identity provider that a session began at. */
export interface SessionProvider {
  id: string;
  /** Whether a second factor was asked for there that counts here. */
  counts_as_factor: boolean;
  /** What the provider wants to see when the browser signs out there: its ID token, for the user. */
  id_token?: Sealed;
}

/** How a session and a second step keep it. */
export const sessionProvider = part({
  id: String,
  counts_as_factor: Boolean,
  id_token: part({ kid: String, iv: String, tag: String, data: String }),
});
