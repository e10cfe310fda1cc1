import { useState, type ReactNode } from 'react';
import { useLeaveCheck } from './LeaveGuard.js';
import { DiscardDialog } from '../controls/DiscardDialog.js';

interface Asking {
  /** Whether something was typed that closing would lose, or how to ask that as it is closed. */
  unsaved: boolean | (() => boolean);
  /** While it is being saved it neither closes nor asks. */
  isBusy?: boolean;
  onClose: () => void;
}

/**
 * The one question of every dialog with typing in it: asked on closing, and by the page's guard on Back, another page or
 * a closed window. Gives the way to close it, the one to whatever else would lose the typing, and the question to draw beside it.
 */
export function useDiscard({ unsaved, isBusy = false, onClose }: Asking): {
  close: () => void;
  leave: (go: () => void) => void;
  question: ReactNode;
} {
  const [going, setGoing] = useState<() => void>();
  const isUnsaved = () => (typeof unsaved === 'function' ? unsaved() : unsaved);
  useLeaveCheck(() => (isUnsaved() && !isBusy ? 'ask' : undefined));
  const leave = (go: () => void) => {
    if (isBusy) return;
    if (isUnsaved()) setGoing(() => go);
    else go();
  };
  return {
    close: () => {
      leave(onClose);
    },
    leave,
    question: (
      <DiscardDialog
        open={going !== undefined}
        onKeep={() => {
          setGoing(undefined);
        }}
        onDiscard={() => {
          setGoing(undefined);
          going?.();
        }}
      />
    ),
  };
}
