import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * A dialog hides everything beside it from readers of the screen, except elements that may not be hidden so; a `slot` is
 * such a one, and draws nothing itself.
 */
const host = document.createElement('slot');

/** Holds what is to be heard whatever is open. */
export const AboveDialogs = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    if (!host.isConnected) document.body.append(host);
  }, []);
  return createPortal(children, host);
};

/** Where its parts tell each other of their sizes: said of the whole document, that would have all of it styled anew. */
export const aboveDialogs = host;
