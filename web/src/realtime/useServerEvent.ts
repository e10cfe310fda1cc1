import type { PayloadOf, ServerEventKey } from '@crm/contracts/sockets/server-events.js';
import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useLiveConnection } from './RealtimeProvider.js';

/** Calls the handler with each live event of a kind, parsed by contract, while mounted. */
export function useServerEvent<K extends ServerEventKey>(
  key: K,
  handler: (payload: PayloadOf<K>) => void,
): void {
  const connection = useLiveConnection();
  const latest = useEvent(handler);
  useEffect(() => connection.listen(key, latest), [connection, key, latest]);
}
