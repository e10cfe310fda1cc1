import type { User } from '@crm/contracts/entities/user.js';
import { listSessions, snapshotUsers } from '@crm/contracts/http/auth.js';
import { privacyTasks } from '@crm/contracts/http/privacy.js';
import type { Clock } from '../clock.js';
import { route } from '../http/mount-endpoint.js';

/** Nothing is to be collected or erased: what a fake of leads answers to whoever asks. */
export const noTasks = route(privacyTasks, async () => ({ tasks: [] }));

/** Nobody's session is over: what a fake of auth answers to every service, every second. */
export const nobodySignedOut = (clock: Clock) =>
  route(listSessions, async () => ({ at: clock.now().toISOString(), versions: {}, revoked: [], kept: [] }));

/** The users that a fake of auth knows, on one page. */
export const usersOf = (known: { readonly users: readonly User[] }) =>
  route(snapshotUsers, async () => ({ users: [...known.users], next: null }));
