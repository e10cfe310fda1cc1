import { useEffect, useRef } from 'react';
import { useCalling } from '../calling/calling.js';
import type { ConnectionTest } from '../calling/connection-test.js';
import { isConnectionTested, setConnectionTested } from '../calling/tested-connection.js';
import { isOfProvider, verdictOf, verdictOfFailure, type Verdict } from '../calling/verdict.rules.js';
import { useSoundMessages } from '../i18n/sound.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { wordsOfVerdict } from '../sound/words-of-verdict.js';

/** Long enough for the device to settle, and for a call that waits to come first. */
const settlesMs = 2_000;

/**
 * Tests microphone and connection once in a session of the browser, beside the work, when its user has gone online; they
 * are told of it only where something is wrong. A call that begins ends the test.
 */
export function useFirstTest(): void {
  const translate = useSoundMessages();
  const showAnswer = useShowAnswer();
  const { id, active } = useCurrentUser();
  const { desk, device, inCall } = useCalling();
  const said = useRef<(verdict: Verdict) => void>(() => undefined);
  said.current = (verdict) => {
    if (verdict.grade === 'good') return;
    const { summary, reasons } = wordsOfVerdict(verdict, translate);
    showAnswer({
      status: verdict.grade === 'usable' ? 'warning' : 'error',
      message: [summary, ...reasons, translate('crm.sound.unusableBefore')].join(' '),
    });
  };

  const isDue = desk !== undefined && active === 1 && device === 'ready' && !inCall;
  useEffect(() => {
    if (!isDue || isConnectionTested(id)) return undefined;
    let test: ConnectionTest | undefined;
    const timer = setTimeout(() => {
      setConnectionTested(id);
      const running = desk.testConnection({ isAudible: false });
      test = running;
      const say = (verdict: Verdict) => {
        if (test === running) said.current(verdict);
      };
      running.report.then(
        (report) => {
          say(verdictOf(report));
        },
        (error: unknown) => {
          // A browser that cannot make a silent call, or no token to be had, says nothing of the connection.
          if (isOfProvider(error)) say(verdictOfFailure(error));
        },
      );
    }, settlesMs);
    return () => {
      clearTimeout(timer);
      const running = test;
      test = undefined;
      running?.stop();
    };
  }, [isDue, desk, id]);
}
