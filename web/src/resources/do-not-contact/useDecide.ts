import { useRefresh } from 'react-admin';
import {
  decideDoNotContact,
  type DoNotContactEntry,
  type EntryDecision,
} from '@crm/contracts/resources/do-not-contact.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

/** Decides about an entry; the list is read again, also where somebody else was first. */
export function useDecide(onDecided?: () => void) {
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  return useVerb(
    (
      provider,
      {
        entry: { id, version },
        ...decision
      }: { entry: DoNotContactEntry } & (
        | Omit<Extract<EntryDecision, { decision: 'confirm' }>, 'version'>
        | Omit<Extract<EntryDecision, { decision: 'reopen' }>, 'version'>
      ),
    ) => provider.call(decideDoNotContact, { params: { id }, body: { ...decision, version } }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        refresh();
        onDecided?.();
      },
      onRefused: () => {
        refresh();
      },
    },
  );
}
