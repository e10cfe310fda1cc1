import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import { roles, worksAsAgent } from '@crm/contracts/codes/roles.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { useEffect } from 'react';
import { useLiveConnection } from '../../realtime/RealtimeProvider.js';
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
  useEffect(() => {
    // Whoever reads leads and works none is told of no change.
    if (role_id !== roles.admin && !worksAsAgent(role_id)) return undefined;
    const ofType = connection.join('joinLeadsType', { type });
    const opened = connection.join(type === 'life' ? 'lifeLeads' : 'healthLeads', null);
    const ofSources =
      role_id === roles.admin
        ? sourceRooms.map((room) => connection.join(room, { type }))
        : sources.map((source) =>
            connection.join('joinAgentLeads', { source: source.id, type, user_id: id }),
          );
    return () => {
      for (const leaveRoom of [ofType, opened, ...ofSources]) leaveRoom();
    };
  }, [connection, role_id, id, type]);
}
