import { useCallback, useEffect, useRef } from 'react';
import { useAuthProvider, useLogout, useNotify } from 'react-admin';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../routing/NavigateProvider.js';
import { takeArrivalMessage } from '../session/arrival-message.js';
import { LeadNews } from '../notifications/LeadNews.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { CrmAuthProvider } from '../providers/auth-provider.js';
import { sentAway } from '../leaving/sent-away.js';
import { useLiveConnection } from '../realtime/RealtimeProvider.js';
import { useConnectionState } from '../realtime/useConnectionState.js';
import { leadListFor } from '../routing/dashboards.js';
import { pageOf } from '../routing/page-of.js';
import { useFullRedirect } from '../session/full-redirect.js';
import { useRight, useSession } from '../session/SessionContext.js';

/** How often the token is verified, and renewed when past half of its life (settled: Tokens). */
export const verifyEveryMs = 60 * 60 * 1000;

/** Keeps this window's session in sync: verified hourly and after a gap, and ended when another window ends it. */
const useRenewal = () => {
  const authProvider = useAuthProvider<CrmAuthProvider>();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const connection = useLiveConnection();
  const state = useConnectionState();
  const verifiedAt = useRef(Date.now());

  const renew = useCallback(async () => {
    verifiedAt.current = Date.now();
    try {
      await authProvider?.renew();
    } catch (error) {
      // An unreachable server is not a refusal: retried next time.
      await logoutIfAccessDenied(error);
    }
  }, [authProvider, logoutIfAccessDenied]);

  useEffect(() => {
    const timer = setInterval(() => void renew(), verifyEveryMs);
    // After sleep, timers are overdue.
    const woke = () => {
      if (document.visibilityState === 'visible' && Date.now() - verifiedAt.current >= verifyEveryMs)
        void renew();
    };
    document.addEventListener('visibilitychange', woke);
    // Presence may have been revoked while we were disconnected.
    const stop = connection.onGap((gap) => {
      if (gap === 'loss') void renew();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', woke);
      stop();
    };
  }, [renew, connection]);

  // A session ended elsewhere first shows as a connection closed by the server: verifying now detects it within a
  // second, instead of after the reconnect delay.
  useEffect(() => {
    if (state === 'lost') void renew();
  }, [state, renew]);
};

const useOtherWindows = () => {
  const session = useSession();
  const authProvider = useAuthProvider<CrmAuthProvider>();
  const logout = useLogout();
  const fullRedirect = useFullRedirect();
  useEffect(
    () =>
      session.onOtherWindow((token) => {
        if (token === null) {
          void logout({}, '/signin', false);
          return;
        }
        // The token was renewed, or another user signed in: the server knows whose it is.
        const before = session.user()?.id;
        authProvider?.renew().then(
          () => {
            if (session.user()?.id !== before) fullRedirect('/');
          },
          () => undefined,
        );
      }),
    [session, authProvider, logout, fullRedirect],
  );
};

/** Handles refusals that concern the whole application (rules A7 and A16). */
const useAftermath = () => {
  const authProvider = useAuthProvider<CrmAuthProvider>();
  const session = useSession();
  const notify = useNotify();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mayReadHeld = useRight('leads:read-held');
  useEffect(
    () =>
      authProvider?.onAftermath((aftermath) => {
        if (aftermath.kind === 'resume-work') {
          const { id } = aftermath.lead;
          session.change({ uncompleted_lead: id });
          const address = `/lead/${id}`;
          if (pageOf(pathname) !== address) void navigate(address);
        }
        if (aftermath.kind === 'go-to-life') {
          const user = session.user();
          void navigate(user ? leadListFor(user) : '/', { state: sentAway });
        }
        const { status: type, message } = aftermath;
        const lead = 'lead' in aftermath ? aftermath.lead : undefined;
        // A held lead would send whoever may not read it straight back.
        const opens = aftermath.kind !== 'go-to-life' || mayReadHeld;
        const news = lead && (
          <LeadNews text={message} leadId={opens ? lead.id : undefined} name={lead.name} />
        );
        notify(news ?? message, { type });
      }),
    [authProvider, session, notify, navigate, pathname, mayReadHeld],
  );
};

const useArrivalMessage = () => {
  const showAnswer = useShowAnswer();
  useEffect(() => {
    const left = takeArrivalMessage();
    if (left) showAnswer(left);
  }, [showAnswer]);
};

/** Background work while a user is signed in. */
export const SessionKeeper = () => {
  useRenewal();
  useOtherWindows();
  useAftermath();
  useArrivalMessage();
  return null;
};
