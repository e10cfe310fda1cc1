import { useQueryClient } from '@tanstack/react-query';
import { checkCarrier, mendCarrier, type CarrierReport } from '@crm/contracts/http/carrier.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';

const key = ['carrier-account'] as const;

/** The account as it is found now: read anew with each visit of the page. */
export function useCarrierReport() {
  return useVerbQuery<CarrierReport>({
    key,
    ask: (provider, signal) => provider.call(checkCarrier, { signal }),
  });
}

/** Writes the changes that were shown; the report of the answer takes the place of the one they were shown from. */
export function useMendCarrier(onMended: () => void) {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb((provider, digest: string) => provider.call(mendCarrier, { body: { digest } }), {
    onSuccess: (answer) => {
      showAnswer(answer);
      queries.setQueryData<CarrierReport>(key, answer.report);
      onMended();
    },
    onRefused: () => {
      void queries.invalidateQueries({ queryKey: key });
      onMended();
    },
  });
}
