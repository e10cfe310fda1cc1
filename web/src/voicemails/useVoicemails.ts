import { useQueryClient } from '@tanstack/react-query';
import type { Voicemail } from '@crm/contracts/entities/telephony.js';
import { createVoicemail, deleteVoicemail, listVoicemails } from '@crm/contracts/http/recordings.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser } from '../session/SessionContext.js';

const keyOf = (userId: string) => ['voicemails', userId] as const;

/** The voicemails that the user leaves on machines. */
export function useVoicemails() {
  const { id: userId } = useCurrentUser();
  return useVerbQuery<Voicemail[]>({
    key: keyOf(userId),
    ask: async (provider, signal) =>
      (await provider.call(listVoicemails, { params: { userId }, signal })).voicemails,
  });
}

/** Adding and removing; what was done is in the list at once. */
export function useVoicemailActions(onRefused: (error: unknown) => void) {
  const { id: userId } = useCurrentUser();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const keep = (change: (all: Voicemail[]) => Voicemail[]) => {
    client.setQueryData<Voicemail[]>(keyOf(userId), (all) => all && change(all));
  };
  const creation = useVerb((provider, form: FormData) => provider.call(createVoicemail, { body: form }), {
    onSuccess: ({ vm, ...answer }) => {
      keep((all) => [vm, ...all]);
      showAnswer(answer);
    },
    onRefused,
  });
  const removal = useVerb(
    (provider, recordId: string) => provider.call(deleteVoicemail, { body: { recordId } }),
    {
      onSuccess: (answer, recordId) => {
        keep((all) => all.filter(({ id }) => id !== recordId));
        showAnswer(answer);
      },
    },
  );
  return { creation, removal };
}
