import { useQueryClient } from '@tanstack/react-query';
import * as calls from '@crm/contracts/http/permission.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { CallInput } from '../http/call-endpoint.js';
import { useVerb } from '../providers/useVerb.js';

/** The names of both as resources. */
export const contactRules = 'contact-rules';
export const doNotContact = 'do-not-contact';

/** Changing rules and the list. */
export function useContactActions() {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const then = (resource: string) => ({
    onSuccess: (answer: Parameters<typeof showAnswer>[0]) => {
      showAnswer(answer);
      void queries.invalidateQueries({ queryKey: [resource] });
    },
  });
  return {
    saving: useVerb(
      (provider, input: CallInput<typeof calls.saveContactRule>) =>
        provider.call(calls.saveContactRule, input),
      then(contactRules),
    ),
    adding: useVerb(
      (provider, input: CallInput<typeof calls.addDoNotContact>) =>
        provider.call(calls.addDoNotContact, input),
      then(doNotContact),
    ),
    lifting: useVerb(
      (provider, input: CallInput<typeof calls.liftDoNotContact>) =>
        provider.call(calls.liftDoNotContact, input),
      then(doNotContact),
    ),
  };
}
