import type { ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { useEffect, useMemo } from 'react';
import type { PayloadOfEvent } from './live-events.js';
import { useLiveConnection } from './RealtimeProvider.js';

/** Joins a room while mounted, again after each reconnect; undefined joins none. */
export function useRoom<K extends ClientEventKey>(key: K | undefined, payload: PayloadOfEvent<K>): void {
  const connection = useLiveConnection();
  const sent = JSON.stringify(payload);
  const stable = useMemo(
    () => (sent === undefined ? undefined : JSON.parse(sent)) as PayloadOfEvent<K>,
    [sent],
  );
  useEffect(() => {
    if (key === undefined) return undefined;
    return connection.join(key, stable);
  }, [connection, key, stable]);
}
