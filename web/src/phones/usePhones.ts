import { useQueryClient } from '@tanstack/react-query';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { StatePhone } from '@crm/contracts/entities/telephony.js';
import { getStatePhone, updateStatePhone } from '@crm/contracts/http/recordings.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { CallBody } from '../http/call-endpoint.js';
import { useVerb } from '../providers/useVerb.js';

const keyOf = (state: StateCode | '') => ['phones', state] as const;

/** The number of a state; nothing while none is chosen. */
export function useStatePhone(state: StateCode | '') {
  return useVerbQuery<StatePhone | undefined>({
    key: keyOf(state),
    ask: async (provider, signal) =>
      state === ''
        ? undefined
        : (await provider.call(getStatePhone, { params: { stateId: state }, signal })).phone,
    enabled: state !== '',
  });
}

/** Saves the number of a state; `onRefused` puts field errors into the form. */
export function useSavePhone(onRefused: (error: unknown) => void) {
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb(
    (provider, body: CallBody<typeof updateStatePhone>) => provider.call(updateStatePhone, { body }),
    {
      onSuccess: ({ phone, ...answer }) => {
        client.setQueryData(keyOf(phone.id), phone);
        showAnswer(answer);
      },
      onRefused,
    },
  );
}
