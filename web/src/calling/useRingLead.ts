import { useNavigate } from '../routing/NavigateProvider.js';
import { useCallingStore } from './calling.js';

/** Opens a lead and rings it as soon as its page is open and the server has said that it may. */
export function useRingLead(): (id: string) => void {
  const calling = useCallingStore();
  const navigate = useNavigate();
  return (id) => {
    calling.set({ leadToRing: id });
    void navigate(`/lead/${id}`);
  };
}
