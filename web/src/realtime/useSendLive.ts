import type { ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { useCallback } from 'react';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import type { AnswerOfEvent, PayloadOfEvent, SendOptions } from './live-events.js';
import { useLiveConnection } from './RealtimeProvider.js';

/** Sends a live event and returns its acknowledgement; refusals are handled like those of calls. */
export function useSendLive() {
  const connection = useLiveConnection();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useCallback(
    async <K extends ClientEventKey>(
      key: K,
      payload: PayloadOfEvent<K>,
      options?: SendOptions,
    ): Promise<AnswerOfEvent<K>> => {
      try {
        return await connection.send(key, payload, options);
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
    [connection, logoutIfAccessDenied],
  );
}
