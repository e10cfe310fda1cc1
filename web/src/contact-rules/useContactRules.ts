import { useQueryClient } from '@tanstack/react-query';
import * as calls from '@crm/contracts/http/permission.js';
import { useVerbQuery } from '../leads/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { CallInput } from '../providers/call-endpoint.js';
import { useVerb } from '../providers/useVerb.js';

const rulesKey = ['contact-rules'] as const;
const listKey = ['do-not-contact'] as const;

export function useContactRules() {
  return useVerbQuery({
    key: rulesKey,
    ask: async (provider, signal) => (await provider.call(calls.listContactRules, { signal })).rules,
  });
}

/** A page of those who are not to be contacted. */
export function useDoNotContact(q: string, page: number) {
  return useVerbQuery({
    key: [...listKey, q, page],
    ask: (provider, signal) => provider.call(calls.listDoNotContact, { query: { q, page }, signal }),
  });
}

/** Changing rules and the list; `onRefused` puts field errors into the form. */
export function useContactDeeds(onRefused?: (error: unknown) => void) {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const then = (queryKey: readonly string[]) => ({
    onSuccess: (answer: Parameters<typeof showAnswer>[0]) => {
      showAnswer(answer);
      void queries.invalidateQueries({ queryKey });
    },
    ...(onRefused && { onRefused }),
  });
  return {
    saving: useVerb(
      (provider, input: CallInput<typeof calls.saveContactRule>) =>
        provider.call(calls.saveContactRule, input),
      then(rulesKey),
    ),
    adding: useVerb(
      (provider, input: CallInput<typeof calls.addDoNotContact>) =>
        provider.call(calls.addDoNotContact, input),
      then(listKey),
    ),
    lifting: useVerb(
      (provider, input: CallInput<typeof calls.liftDoNotContact>) =>
        provider.call(calls.liftDoNotContact, input),
      then(listKey),
    ),
  };
}
