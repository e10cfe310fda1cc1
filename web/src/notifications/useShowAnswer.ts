import type { OutcomeStatus } from '@crm/contracts/errors.js';
import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { refusalOf, statusOf, unreachableMessage } from '../http/http-client.js';
import { consequenceOf } from '../session/refusal.rules.js';
import { localise } from '../i18n/language.js';

/** Shows an answer's message in the colour of its status; without one it is red (rule A15). */
export function useShowAnswer() {
  const notify = useNotify();
  return useCallback(
    ({ status = 'error', message }: { status?: OutcomeStatus; message: string }) => {
      // The server speaks English.
      notify(localise(message), { type: status });
    },
    [notify],
  );
}

/** Shows a failed call by the server's own status and message, unless the application already answers it as a whole. */
export function useShowRefusal() {
  const showAnswer = useShowAnswer();
  return useCallback(
    (error: unknown) => {
      const refusal = refusalOf(error);
      if (consequenceOf(statusOf(error), refusal).kind !== 'none') return;
      showAnswer(refusal ?? { message: unreachableMessage });
    },
    [showAnswer],
  );
}
