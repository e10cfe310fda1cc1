import { useState } from 'react';

/** Whether something has been opened: a closed menu costs its share of every drawing around it, and most are never opened. */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return isOpen || wasOpened;
}
