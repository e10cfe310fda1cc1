import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Holds what is to be heard whatever is open. A dialog hides everything beside it from readers of the screen, except
 * elements that may not be hidden so; a `slot` is such a one, and draws nothing itself.
 */
export const AboveDialogs = ({ children }: { children: ReactNode }) => {
  const [host] = useState(() => document.createElement('slot'));
  useEffect(() => {
    document.body.append(host);
    return () => {
      host.remove();
    };
  }, [host]);
  return createPortal(children, host);
};
