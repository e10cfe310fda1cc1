import { createContext, useContext, type ReactNode } from 'react';
import { useEvent, useLogoutIfAccessDenied as useLogoutOfAdmin } from 'react-admin';

/** Signs out where a refusal ends the session, by react-admin's rules; resolves with whether it did. */
type LogoutIfAccessDenied = (error: unknown) => Promise<boolean>;

const AccessDeniedContext = createContext<LogoutIfAccessDenied | undefined>(undefined);

/** Asks react-admin once for everybody below: its own hook renders whoever calls it again with every change of the address. */
export function AccessDeniedProvider({ children }: { children: ReactNode }) {
  const logoutIfAccessDenied = useEvent(useLogoutOfAdmin());
  return <AccessDeniedContext.Provider value={logoutIfAccessDenied}>{children}</AccessDeniedContext.Provider>;
}

export function useLogoutIfAccessDenied(): LogoutIfAccessDenied {
  const logoutIfAccessDenied = useContext(AccessDeniedContext);
  if (!logoutIfAccessDenied)
    throw new Error('useLogoutIfAccessDenied needs an AccessDeniedProvider above it');
  return logoutIfAccessDenied;
}
