import { createContext, useContext } from 'react';

/** Opens an address with everything loaded anew, as after signing in; tests only note it. */
export type FullRedirect = (address: string) => void;

export const browserRedirect: FullRedirect = (address) => {
  window.location.assign(address);
};

const FullRedirectContext = createContext<FullRedirect>(browserRedirect);
export const FullRedirectProvider = FullRedirectContext.Provider;

export const useFullRedirect = () => useContext(FullRedirectContext);
