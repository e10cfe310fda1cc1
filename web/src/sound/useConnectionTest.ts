import { useEffect, useRef, useState } from 'react';
import { useCalling } from '../calling/calling.js';
import { setConnectionTested } from '../calling/tested-connection.js';
import { useCurrentUser } from '../session/SessionContext.js';
import type { ConnectionTest } from '../calling/connection-test.js';
import { verdictOf, verdictOfFailure, type Verdict } from '../calling/verdict.rules.js';

/** A test of the connection that the user starts; it ends with the component, and with a call that begins. */
export function useConnectionTest() {
  const { id } = useCurrentUser();
  const { desk, inCall } = useCalling();
  const [isRunning, setRunning] = useState(false);
  const [verdict, setVerdict] = useState<Verdict>();
  const running = useRef<ConnectionTest>(undefined);

  const stop = () => {
    running.current?.stop();
    running.current = undefined;
    setRunning(false);
  };
  useEffect(() => {
    if (inCall) stop();
  }, [inCall]);
  useEffect(
    () => () => {
      running.current?.stop();
      running.current = undefined;
    },
    [],
  );

  const start = () => {
    if (!desk) return;
    const test = desk.testConnection({ isAudible: true });
    running.current = test;
    setConnectionTested(id);
    setRunning(true);
    setVerdict(undefined);
    void test.report.then(verdictOf, verdictOfFailure).then((found) => {
      // Stopped, or another one begun.
      if (running.current !== test) return;
      running.current = undefined;
      setRunning(false);
      setVerdict(found);
    });
  };
  return { isRunning, verdict, start, inCall, isReady: desk !== undefined };
}
