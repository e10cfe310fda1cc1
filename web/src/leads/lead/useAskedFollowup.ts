import { useStore } from 'react-admin';
import { z } from 'zod';
import { id } from '@crm/contracts/ids.js';

const asked = z.object({ leadId: id, opensNext: z.boolean().default(false) });

/**
 * The lead whose follow-up is asked for, in the browser's storage: a reload or another window finds the question still
 * open until it is answered. Signing out forgets it.
 */
export function useAskedFollowup() {
  const [stored, setStored] = useStore<unknown>('followups.asked', null);
  const { leadId, opensNext = false } = asked.safeParse(stored).data ?? {};
  return {
    leadId,
    /** The next lead is opened once it is answered. */
    opensNext,
    ask: (lead: string, { opensNext: then }: { opensNext: boolean }) => {
      setStored({ leadId: lead, opensNext: then });
    },
    answered: () => {
      setStored(null);
    },
  };
}
