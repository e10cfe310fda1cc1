import { createContext, useContext, type ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { useNavigate as useNavigateOfRouter, type NavigateOptions, type To } from 'react-router-dom';

type Navigate = (to: To, options?: NavigateOptions) => Promise<void>;

const NavigateContext = createContext<Navigate | undefined>(undefined);

/** Goes to addresses for everybody below: the router's own hook renders whoever calls it again with every change of the address. */
export function NavigateProvider({ children }: { children: ReactNode }) {
  const go = useNavigateOfRouter();
  const navigate = useEvent(async (to: To, options?: NavigateOptions) => {
    await go(to, options);
  });
  return <NavigateContext.Provider value={navigate}>{children}</NavigateContext.Provider>;
}

/** Goes to an address, counted from the root. */
export function useNavigate(): Navigate {
  const navigate = useContext(NavigateContext);
  if (!navigate) throw new Error('useNavigate needs a NavigateProvider above it');
  return navigate;
}
