import { useMutation } from '@tanstack/react-query';
import type { CrmDataProvider } from '../providers/data-provider.js';
import { useVerbs } from '../providers/useVerb.js';
import { refusalOf } from '../http/http-client.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useShowFactorRefusal } from '../second-factor/useShowFactorRefusal.js';

interface Options<A> {
  onSuccess: (answer: A) => void;
  /** The step is over: the password is asked again. */
  onOver: () => void;
  /** What a refusal says of a field. */
  onFaults?: (faults: Readonly<Record<string, string>>) => void;
}

/** A call of the second step. There is no session to end yet: a step that is over leads back to the password. */
export function useStepCall<I, A>(
  call: (provider: CrmDataProvider, input: I) => Promise<A>,
  { onSuccess, onOver, onFaults }: Options<A>,
) {
  const provider = useVerbs();
  const showAnswer = useShowAnswer();
  const showFactorRefusal = useShowFactorRefusal();
  return useMutation<A, unknown, I>({
    mutationFn: (input) => call(provider, input),
    onSuccess,
    onError: (error) => {
      const refusal = refusalOf(error);
      onFaults?.(refusal?.errors ?? {});
      if (refusal?.code !== 'session_ended') {
        showFactorRefusal(error);
        return;
      }
      showAnswer(refusal);
      onOver();
    },
  });
}
