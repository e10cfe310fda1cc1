import { useState, type ReactNode } from 'react';
import { useLeaveCheck } from './LeaveGuard.js';
import { DiscardDialog } from '../controls/DiscardDialog.js';

interface Asking {
  /** Whether something was typed that closing would lose. */
  unsaved: boolean;
  /** While it is being saved it neither closes nor asks. */
  isBusy?: boolean;
  onClose: () => void;
}

/**
 * The one question of every dialog with typing in it: asked on closing, and by the page's guard on Back, another page or
 * a closed window. Gives the way to close it, and the question to draw beside it.
 */
export function useDiscard({ unsaved, isBusy = false, onClose }: Asking): {
  close: () => void;
  question: ReactNode;
} {
  const [asks, setAsks] = useState(false);
  useLeaveCheck(unsaved && !isBusy ? 'ask' : undefined);
  return {
    close: () => {
      if (isBusy) return;
      if (unsaved) setAsks(true);
      else onClose();
    },
    question: (
      <DiscardDialog
        open={asks}
        onKeep={() => {
          setAsks(false);
        }}
        onDiscard={() => {
          setAsks(false);
          onClose();
        }}
      />
    ),
  };
}
