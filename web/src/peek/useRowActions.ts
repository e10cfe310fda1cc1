import { useState } from 'react';
import { useRingLead } from '../calling/useRingLead.js';
import { useNavigate } from '../routing/NavigateProvider.js';

/** What is done with a lead from its row. */
export interface RowActions {
  onOpen: (id: string) => void;
  onCall: (id: string) => void;
  onText: (id: string) => void;
  onStatus: (id: string) => void;
}

/** Opens a lead, rings it once it is open, opens its texts, or asks for its status in its place. */
export function useRowActions() {
  const ring = useRingLead();
  const navigate = useNavigate();
  const [statusOf, setStatusOf] = useState<string>();
  const open = (id: string, tab = '') => {
    void navigate(`/lead/${id}${tab}`);
  };
  const actions: RowActions = {
    onOpen: open,
    onCall: ring,
    onText: (id) => {
      open(id, '/text');
    },
    onStatus: setStatusOf,
  };
  return {
    actions,
    statusOf,
    closeStatus: () => {
      setStatusOf(undefined);
    },
  };
}
