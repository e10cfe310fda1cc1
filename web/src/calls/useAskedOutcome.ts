import { useEffect, useState } from 'react';
import { z } from 'zod';
import { id } from '@crm/contracts/ids.js';
import { useCalling, useCallingStore } from '../calling/calling.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { createWindowMemory } from './window-memory.js';

const askedOutcome = z.object({
  user_id: id,
  leadId: id,
  /** How long the customer was on the line; null where nobody answered, or nobody knows. */
  talkedMs: z.number().nullable(),
});
/** A call that is over and whose outcome is asked for. */
export type AskedOutcome = z.infer<typeof askedOutcome>;

const memory = createWindowMemory(window.sessionStorage, 'call.outcome', askedOutcome);

/** The ended call whose outcome is asked for (rule C3); a reload finds it again while the lead is still owed. */
export function useAskedOutcome() {
  const store = useCallingStore();
  const { id: user_id, uncompleted_lead } = useCurrentUser();
  const { last, hasEnded, isHandedOver } = useCalling();
  const [asked, setAsked] = useState(() => {
    const known = memory.recall(user_id);
    return known?.leadId === uncompleted_lead ? known : undefined;
  });

  useEffect(
    () =>
      store.ended.add(({ kind, leadId, hasBegun, talkedMs }) => {
        const state = store.get();
        // A call that was refused did not come about: there is nothing to tell of it.
        if (state.last?.outcome === 'refused') return;
        if (leadId !== null && hasBegun && kind !== 'dialler' && !state.isDialling && !state.isHandedOver)
          setAsked({ user_id, leadId, talkedMs });
      }),
    [store, user_id],
  );

  // Of the dialler's calls only the server knows whether it was a person that answered.
  useEffect(() => {
    if (last?.kind !== 'dialler' || last.outcome !== 'completed' || !hasEnded || isHandedOver) return;
    const { lead_id, connectedAt, endedAt } = last;
    if (lead_id === null || connectedAt === null || endedAt === null) return;
    setAsked({ user_id, leadId: lead_id, talkedMs: Date.parse(endedAt) - Date.parse(connectedAt) });
  }, [last, hasEnded, isHandedOver, user_id]);

  useEffect(() => {
    if (asked) memory.remember(asked);
    else memory.forget();
  }, [asked]);

  return {
    asked,
    forget: () => {
      setAsked(undefined);
    },
  };
}
