import { completeLead } from '@crm/contracts/http/work.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useCurrentUser, useSession } from '../../session/SessionContext.js';

/** Forgets that a lead is owed, where it is this one. */
export function useNoLongerOwed(leadId: string | undefined): () => void {
  const session = useSession();
  return () => {
    if (leadId !== undefined && session.user()?.uncompleted_lead === leadId)
      session.change({ uncompleted_lead: null });
  };
}

/** Completes the lead that the user works on: the next one may be begun, by what is passed for then. */
export function useCompletion(leadId: string) {
  const user = useCurrentUser();
  const showAnswer = useShowAnswer();
  const noLongerOwed = useNoLongerOwed(leadId);
  return useVerb(
    (provider, _then: (() => void) | void) => provider.call(completeLead, { params: { userId: user.id } }),
    {
      onSuccess: (answer, then) => {
        noLongerOwed();
        showAnswer(answer);
        then?.();
      },
    },
  );
}
