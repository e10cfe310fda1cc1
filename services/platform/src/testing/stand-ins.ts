import type { User } from '@crm/contracts/entities/user.js';
import { listSessions, snapshotUsers } from '@crm/contracts/http/auth.js';
import { privacyErrands } from '@crm/contracts/http/privacy.js';
import type { Clock } from '../clock.js';
import { route } from '../http/mount-endpoint.js';

/** Nothing is to be collected or erased: what a stand-in for leads answers to whoever asks. */
export const noErrands = route(privacyErrands, async () => ({ errands: [] }));

/** Nobody's session is over: what a stand-in for auth answers to every service, every second. */
export const nobodySignedOut = (clock: Clock) =>
  route(listSessions, async () => ({ at: clock.now().toISOString(), versions: {}, revoked: [], kept: [] }));

/** The users that a stand-in for auth knows, on one page. */
export const usersOf = (known: { readonly users: readonly User[] }) =>
  route(snapshotUsers, async () => ({ users: [...known.users], next: null }));
