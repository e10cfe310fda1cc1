import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { readOnceMore } from '../loading/read-anew.js';
import type { LiveConnection } from './live-connection.js';

const LiveConnectionContext = createContext<LiveConnection | undefined>(undefined);
export const LiveConnectionProvider = LiveConnectionContext.Provider;

/** The live connection of the signed-in user. */
export function useLiveConnection(): LiveConnection {
  const connection = useContext(LiveConnectionContext);
  if (!connection) throw new Error('useLiveConnection needs a LiveConnectionProvider above it');
  return connection;
}

/** Keeps the live connection open while a user is signed in, and reads again what may have changed before it stood. */
export const RealtimeProvider = ({ children }: { children: ReactNode }) => {
  const connection = useLiveConnection();
  const queryClient = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();

  useEffect(
    () =>
      connection.onGap((gap) => {
        if (gap === 'opening') void readOnceMore(queryClient);
        else void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' });
      }),
    [connection, queryClient],
  );
  useEffect(
    () => connection.onRefused((error) => void logoutIfAccessDenied(error)),
    [connection, logoutIfAccessDenied],
  );
  // Last, so that everything above receives the first event.
  useEffect(() => {
    connection.open();
    return () => {
      connection.close();
    };
  }, [connection]);

  return children;
};
