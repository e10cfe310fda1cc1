import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { useEffect } from 'react';
import { useLiveConnection } from '../../realtime/RealtimeProvider.js';
import { useRoom } from '../../realtime/useRoom.js';
import { useCurrentUser } from '../../session/SessionContext.js';

/** The room of each source, in the order of their numbers (rule L14). */
const sourceRooms = [
  'joinOwnLeads',
  'joinMediaalphaLeads',
  'joinManualLeads',
  'joinBulkLeads',
  'joinClickListingLeads',
  'joinLiveTransferLeads',
] as const satisfies readonly ClientEventKey[];

/**
 * Joins the rooms of a dashboard while it is there: the one of its type, and per source the admins' room or the agent's
 * own (rule L14). All sources at once, so that changing the filter leaves no gap.
 */
export function useLeadRooms(type: TypeName): void {
  const connection = useLiveConnection();
  const { id, role_id } = useCurrentUser();
  useRoom('joinLeadsType', { type });
  useRoom(type === 'life' ? 'lifeLeads' : 'healthLeads', null);
  useEffect(() => {
    const leave =
      role_id === roles.admin
        ? sourceRooms.map((room) => connection.join(room, { type }))
        : sources.map((source) =>
            connection.join('joinAgentLeads', { source: source.id, type, user_id: id }),
          );
    return () => {
      for (const leaveRoom of leave) leaveRoom();
    };
  }, [connection, role_id, id, type]);
}
