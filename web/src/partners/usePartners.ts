import { useQueryClient } from '@tanstack/react-query';
import {
  type Partner,
  changePartner,
  createPartner,
  listPartners,
  renewPartnerKey,
} from '@crm/contracts/http/intake.js';
import { useVerbQuery } from '../leads/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { CallInput } from '../providers/call-endpoint.js';
import { useVerb } from '../providers/useVerb.js';

const key = ['partners'] as const;

export function usePartners() {
  return useVerbQuery<Partner[]>({
    key,
    ask: async (provider, signal) => (await provider.call(listPartners, { signal })).partners,
  });
}

/** Making, changing and giving new keys; `onRefused` puts field errors into the form. */
export function usePartnerDeeds(onRefused?: (error: unknown) => void) {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const onSuccess = (answer: Parameters<typeof showAnswer>[0]) => {
    showAnswer(answer);
    void queries.invalidateQueries({ queryKey: key });
  };
  const options = { onSuccess, ...(onRefused && { onRefused }) };
  return {
    creation: useVerb(
      (provider, input: CallInput<typeof createPartner>) => provider.call(createPartner, input),
      options,
    ),
    change: useVerb(
      (provider, input: CallInput<typeof changePartner>) => provider.call(changePartner, input),
      options,
    ),
    renewal: useVerb((provider, id: string) => provider.call(renewPartnerKey, { params: { id } }), options),
  };
}
