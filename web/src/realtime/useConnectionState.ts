import { useSyncExternalStore } from 'react';
import type { ConnectionState } from './live-connection.js';
import { useLiveConnection } from './RealtimeProvider.js';

export function useConnectionState(): ConnectionState {
  const { subscribe, state } = useLiveConnection();
  return useSyncExternalStore(subscribe, state);
}
