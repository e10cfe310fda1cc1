import { userBanned, userSessionsEnded, type events } from '@crm/contracts/bus/events.js';
import type { Handlers } from '../deliveries/deliveries.js';
import type { Sessions } from './sessions.js';

/**
 * Ends sessions in this process as soon as auth tells of it; other replicas learn of it by their poll. For a service's
 * consumer of users: the ban itself comes with `user.updated`.
 */
export function sessionEvents(
  sessions: Sessions,
): Pick<Handlers<typeof events>, 'user.banned' | 'user.sessions-ended'> {
  return {
    [userBanned.type]: async ({ data, time }) => {
      sessions.userBanned(data, new Date(time));
    },
    [userSessionsEnded.type]: async ({ data }) => {
      sessions.sessionsEnded(data);
    },
  };
}
