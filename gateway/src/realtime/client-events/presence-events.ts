import { changeUserStatus } from '@crm/contracts/http/account.js';
import { countOnlineAgents } from '@crm/contracts/http/auth.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { everyoneRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf } from '../broadcast/steps.js';
import { on, type EventRoute } from './client-event.js';

/** Events of the agent's Online/Offline switch. */
export const presenceEvents: readonly EventRoute[] = [
  on<'setOnlineStatus'>(clientEvents.setOnlineStatus, ({ client }, { id, status }, { token }) =>
    client.call(changeUserStatus, { body: { user_id: id, field: 'online', status } }, { token }),
  ),
  // What the payload says of the sender is not believed: auth counts.
  on<'agentOnline'>(clientEvents.agentOnline, async ({ client, emitter }, _payload, { token }) => {
    const { agents } = await client.call(countOnlineAgents, {}, { token });
    emitter.emit(emissionOf('getOnlineAgents', { agents }, [everyoneRoom], { pace: 'latest' }));
    return {
      status: 'success',
      message: agents === 1 ? '1 agent is online' : `${String(agents)} agents are online`,
    };
  }),
];
