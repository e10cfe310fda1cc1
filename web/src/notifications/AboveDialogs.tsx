import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * A dialog hides everything beside it from readers of the screen, except elements that may not be hidden so; a `slot` is
 * such a one, and draws nothing itself. Its parts tell each other here how large they are: told to the whole document,
 * that would have all of it styled anew.
 */
export const aboveDialogs = document.createElement('slot');

/** Holds what is to be heard whatever is open. */
export const AboveDialogs = ({ children }: { children: ReactNode }) => {
  useEffect(() => {
    if (!aboveDialogs.isConnected) document.body.append(aboveDialogs);
  }, []);
  return createPortal(children, aboveDialogs);
};
