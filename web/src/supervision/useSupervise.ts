import { useQueryClient } from '@tanstack/react-query';
import type { SupervisionMode } from '@crm/contracts/codes/supervision-codes.js';
import { changeSupervision, stopSupervising } from '@crm/contracts/http/supervision.js';
import { useCallingStore } from '../calling/calling.js';
import { useSupervisionMessages } from '../i18n/supervision.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { DeviceNotReady, startSupervising } from './start-supervising.js';

/** Comes into a call, changes how, and leaves it. */
export function useSupervise() {
  const translate = useSupervisionMessages();
  const store = useCallingStore();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['supervision'] });
  return {
    start: useVerb(
      (provider, wanted: { id: string; mode: SupervisionMode }) => startSupervising(store, provider, wanted),
      {
        onSuccess: (answer) => {
          readAgain();
          showAnswer(answer);
        },
        onRefused: (error) => {
          readAgain();
          if (!(error instanceof DeviceNotReady)) return false;
          showAnswer({ message: translate('crm.supervision.deviceNotReady') });
          return true;
        },
      },
    ),
    change: useVerb(
      (provider, { id, mode }: { id: string; mode: SupervisionMode }) =>
        provider.call(changeSupervision, { params: { id }, body: { mode } }),
      { onSuccess: readAgain, onRefused: readAgain },
    ),
    leave: useVerb((provider, id: string) => provider.call(stopSupervising, { params: { id } }), {
      onSuccess: readAgain,
      onRefused: () => {
        // Who hangs up is out of the call whatever the server answers.
        store.get().desk?.hangUp();
        readAgain();
      },
    }),
  };
}
