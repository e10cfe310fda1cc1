import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { createLiveConnection, type LiveConnection } from './live-connection.js';
import type { OpenSocket } from './socket.js';

const OpenSocketContext = createContext<OpenSocket | undefined>(undefined);
export const OpenSocketProvider = OpenSocketContext.Provider;

const LiveConnectionContext = createContext<LiveConnection | undefined>(undefined);

/** The live connection of the signed-in user. */
export function useLiveConnection(): LiveConnection {
  const connection = useContext(LiveConnectionContext);
  if (!connection) throw new Error('useLiveConnection needs a RealtimeProvider above it');
  return connection;
}

/** Owns the live connection: open while somebody is signed in, and the lists read again after a gap. */
export const RealtimeProvider = ({ children }: { children: ReactNode }) => {
  const openSocket = useContext(OpenSocketContext);
  if (!openSocket) throw new Error('RealtimeProvider needs an OpenSocketProvider above it');
  const connection = useMemo(() => createLiveConnection(openSocket), [openSocket]);
  const queryClient = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();

  useEffect(
    () =>
      connection.onGap(() => {
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' });
      }),
    [connection, queryClient],
  );
  useEffect(
    () => connection.onRefused((error) => void logoutIfAccessDenied(error)),
    [connection, logoutIfAccessDenied],
  );
  // Last, so that everything above hears the very first event.
  useEffect(() => {
    connection.open();
    return () => {
      connection.close();
    };
  }, [connection]);

  return <LiveConnectionContext.Provider value={connection}>{children}</LiveConnectionContext.Provider>;
};
