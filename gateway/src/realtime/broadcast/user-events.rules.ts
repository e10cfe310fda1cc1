import type { z } from 'zod';
import type { userBanned, userPresenceChanged } from '@crm/contracts/bus/events.js';
import { everyoneRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

type Data<M extends { data: z.ZodType }> = z.output<M['data']>;

/** `user.presence-changed`: the online-agent count, of which only the newest matters. */
export function presenceSteps({ agents }: Data<typeof userPresenceChanged>): Emission[] {
  return [emissionOf('getOnlineAgents', { agents }, [everyoneRoom], { pace: 'latest' })];
}

/** `user.banned`: the sockets end right after, see `end-sessions.ts`. */
export function bannedSteps({ user_id }: Data<typeof userBanned>): Emission[] {
  return [emissionOf('banned', { user_id }, [userRoom(user_id)])];
}
