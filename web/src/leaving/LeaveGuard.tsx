import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { useBlocker } from 'react-router-dom';
import { sentences } from '@crm/contracts/errors.js';
import { DiscardDialog } from '../controls/DiscardDialog.js';
import { useWasOpened } from '../controls/useWasOpened.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { pageOf } from '../routing/page-of.js';
import { isSentAway } from './sent-away.js';

/** What stands against leaving: typing that would be lost is asked about, an unfinished lead refuses. */
export type LeaveCheck = 'ask' | 'refuse';
type Against = LeaveCheck | undefined;

interface Checks {
  add: (check: () => Against) => () => void;
  /** The strongest of them; an unfinished lead holds up nobody who is sent away from it. */
  against: (isSentAway: boolean) => Against;
}

function createChecks(): Checks {
  const checks: (() => Against)[] = [];
  return {
    add: (check) => {
      checks.push(check);
      return () => {
        checks.splice(checks.indexOf(check), 1);
      };
    },
    against: (isSentAway) => {
      const said = checks.map((check) => check());
      if (said.includes('refuse') && !isSentAway) return 'refuse';
      return said.includes('ask') ? 'ask' : undefined;
    },
  };
}

const ChecksContext = createContext<Checks | undefined>(undefined);

/** Says why a page should not be left just now, or how to ask that as it is left; nothing given, nothing stands against it. */
export function useLeaveCheck(check: Against | (() => Against)): void {
  const checks = useContext(ChecksContext);
  if (!checks) throw new Error('useLeaveCheck needs a LeaveGuard above it');
  const now = useEvent(() => (typeof check === 'function' ? check() : check));
  useEffect(() => checks.add(now), [checks, now]);
}

/**
 * The one guard of a page, as a router has room for one. Signing out is never held up: it has ended by the time the way
 * to the sign-in page is taken.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const checks = useMemo(createChecks, []);
  const showAnswer = useShowAnswer();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      pageOf(nextLocation.pathname) !== pageOf(currentLocation.pathname) &&
      nextLocation.pathname !== '/signin' &&
      checks.against(isSentAway(nextLocation.state)) !== undefined,
  );
  const [asks, setAsks] = useState(false);
  const wasAsked = useWasOpened(asks);
  const answered = useRef<unknown>(undefined);

  useEffect(() => {
    if (blocker.state !== 'blocked') {
      answered.current = undefined;
      return;
    }
    if (answered.current === blocker.location) return;
    answered.current = blocker.location;
    const check = checks.against(isSentAway(blocker.location.state));
    if (check === 'refuse') {
      blocker.reset();
      showAnswer({ status: 'warning', message: sentences.completeLead });
    } else if (check === 'ask') {
      setAsks(true);
    } else {
      // What stood against it has gone meanwhile.
      blocker.proceed();
    }
  }, [blocker, checks, showAnswer]);

  // Closing the window would lose typing as well; the browser asks in its own words.
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (checks.against(true) === 'ask') event.preventDefault();
    };
    window.addEventListener('beforeunload', closing);
    return () => {
      window.removeEventListener('beforeunload', closing);
    };
  }, [checks]);

  return (
    <ChecksContext.Provider value={checks}>
      {children}
      {wasAsked && (
        <DiscardDialog
          open={asks}
          onKeep={() => {
            setAsks(false);
            if (blocker.state === 'blocked') blocker.reset();
          }}
          onDiscard={() => {
            setAsks(false);
            if (blocker.state === 'blocked') blocker.proceed();
          }}
        />
      )}
    </ChecksContext.Provider>
  );
}
