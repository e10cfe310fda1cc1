import {
  addParticipant,
  doNotCall,
  dropVoicemail,
  handleHold,
  pauseRecording,
  removeParticipant,
  transferCall,
} from '@crm/contracts/http/calling.js';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { CrmDataProvider } from '../providers/data-provider.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser } from '../session/SessionContext.js';

/** Server actions on a live call; each shows the response, and the call is updated by live events. */
export function useCallActions(call: LiveCall | null) {
  const { id: userId } = useCurrentUser();
  const showAnswer = useShowAnswer();
  const useAction = <I>(action: (provider: CrmDataProvider, live: LiveCall, input: I) => Promise<Outcome>) =>
    useVerb<I, Outcome | undefined>(
      (provider, input) => (call ? action(provider, call, input) : Promise.resolve(undefined)),
      {
        onSuccess: (answer) => {
          if (answer) showAnswer(answer);
        },
      },
    );

  return {
    hold: useAction((provider, { conference }, hold: boolean) =>
      provider.call(handleHold, {
        body: {
          callSid: conference?.callSid ?? '',
          conferenceSid: conference?.conferenceSid ?? '',
          hold,
        },
      }),
    ),
    add: useAction((provider, { conference }, number: string) =>
      provider.call(addParticipant, {
        body: { number, lead_id: conference?.conferenceSid ?? '', user_id: userId },
      }),
    ),
    remove: useAction((provider, { second }, _input: void) =>
      provider.call(removeParticipant, {
        body: {
          conferenceSid: second?.conferenceSid ?? '',
          callSid: second?.callSid ?? '',
          user_id: userId,
        },
      }),
    ),
    transfer: useAction((provider, { id }, to: { user_id: string } | { number: string } | { leave: true }) =>
      provider.call(transferCall, { params: { id }, body: to }),
    ),
    drop: useAction((provider, { id }, voicemailId: string) =>
      provider.call(dropVoicemail, { params: { id }, body: { voicemail_id: voicemailId } }),
    ),
    doNotCall: useAction((provider, { id }, _input: void) => provider.call(doNotCall, { params: { id } })),
    pause: useAction((provider, { id }, paused: boolean) =>
      provider.call(pauseRecording, { params: { id }, body: { paused } }),
    ),
  };
}
