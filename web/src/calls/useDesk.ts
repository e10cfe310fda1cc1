import { useContext, useEffect, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { startWork as startWorkCall } from '@crm/contracts/http/work.js';
import type { AwayReason } from '@crm/contracts/entities/agent-state.js';
import type { OutcomeStatus } from '@crm/contracts/errors.js';
import type { Flag } from '@crm/contracts/ids.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { rateCall, sendCallQuality, testToken as testTokenCall } from '@crm/contracts/http/call-quality.js';
import { callToken, hangUpCall } from '@crm/contracts/http/calling.js';
import { changeUserStatus, setActive as setActiveCall } from '@crm/contracts/http/account.js';
import { useShowAnswer, useShowRefusal } from '../notifications/useShowAnswer.js';
import { useVerbs } from '../providers/useVerb.js';
import { useCurrentUser, useSession } from '../session/SessionContext.js';
import { createCallDesk, type Desk, type DeskServer } from './call-desk.js';
import { useCallingStore } from '../calling/calling.js';
import { useSoundChoice } from '../sound/sound-choice.js';
import { createDeviceClaim } from './device-claim.js';
import { MakeDeviceContext, RunTestContext } from './make-device.js';
import { createCallMemory } from './reloaded-call.js';

/** The desk of the signed-in user, until sign-out. */
export function useDesk(): Desk | undefined {
  const store = useCallingStore();
  const session = useSession();
  const { id, active } = useCurrentUser();
  const verbs = useVerbs();
  const makeDevice = useContext(MakeDeviceContext);
  const runTest = useContext(RunTestContext);
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const [desk, setDesk] = useState<Desk>();
  const hints = useRef<Promise<unknown>>(Promise.resolve());

  /** Errors are shown, unless the application already handles them globally. */
  const refused = useEvent(async (error: unknown) => {
    if (!(await logoutIfAccessDenied(error))) showRefusal(error);
  });

  const [choice] = useSoundChoice();
  const sound = useEvent(() => choice);

  const setActive = useEvent(
    async (
      wanted: Flag,
      { status, reason }: { status?: OutcomeStatus; reason?: AwayReason | undefined } = {},
    ): Promise<boolean> => {
      try {
        const answer = await verbs.call(setActiveCall, { body: { active: wanted, user_id: id, reason } });
        session.change(wanted === 1 ? { active: 1 } : { active: 0, online: 0, AD_Status: 0 });
        showAnswer(status ? { ...answer, status } : answer);
        return true;
      } catch (error) {
        await refused(error);
        return false;
      }
    },
  );

  const setInCall = useEvent((inCall: Flag) => {
    session.change(inCall === 1 ? { in_call: 1, online: 0 } : { in_call: 0 });
    // A hint: the server also knows from its own calls. Serialised, because for a call that fails at once the end
    // would overtake the start and leave the user offline.
    hints.current = hints.current
      .then(() => verbs.call(changeUserStatus, { body: { user_id: id, field: 'in_call', status: inCall } }))
      .catch(logoutIfAccessDenied);
  });

  const startWork = useEvent(async (leadId: string): Promise<boolean> => {
    const user = session.user();
    // Guides go from call to call and have no uncompleted lead.
    if (!user || user.role_id === roles.guide || user.uncompleted_lead === leadId) return true;
    try {
      await verbs.call(startWorkCall, { params: { userId: user.id, leadId } });
      session.change({ uncompleted_lead: leadId });
      return true;
    } catch (error) {
      await refused(error);
      return false;
    }
  });

  const hangUp = useEvent((callId: string) => {
    verbs.call(hangUpCall, { params: { id: callId } }).then(showAnswer, refused);
  });

  const token = useEvent(async () => {
    try {
      return await verbs.call(callToken, { params: { userId: id } });
    } catch (error) {
      await logoutIfAccessDenied(error);
      throw error;
    }
  });

  const endLost = useEvent((callId: string) => {
    verbs.call(hangUpCall, { params: { id: callId } }).catch(logoutIfAccessDenied);
  });

  const testToken = useEvent(() => verbs.call(testTokenCall, {}));

  // Figures and ratings are by the way: where they are refused nobody is disturbed.
  const sendQuality = useEvent<Parameters<DeskServer['sendQuality']>, void>((callId, body) => {
    verbs
      .call(sendCallQuality, { params: { id: callId }, body, keepalive: true })
      .catch(logoutIfAccessDenied);
  });
  const rate = useEvent<Parameters<DeskServer['rate']>, void>((callId, body) => {
    verbs.call(rateCall, { params: { id: callId }, body }).catch(logoutIfAccessDenied);
  });

  useEffect(() => {
    const made = createCallDesk({
      store,
      server: { token, setActive, setInCall, startWork, hangUp, endLost, testToken, sendQuality, rate },
      makeDevice,
      runTest,
      claim: createDeviceClaim(id),
      memory: createCallMemory(window.sessionStorage),
      user: () => ({ id, active: session.user()?.active ?? 0 }),
      sound,
    });
    store.set({ desk: made });
    setDesk(made);
    // On unload the connection is gone; if the browser restores the page from its back/forward cache, it takes
    // its device again.
    const hide = () => {
      made.leave();
    };
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) made.back();
    };
    // The browser asks in its own words before a call goes with the page.
    const unload = (event: BeforeUnloadEvent) => {
      if (store.get().here) event.preventDefault();
    };
    // Before the provider's device, which hangs up as the page goes.
    window.addEventListener('pagehide', hide, { capture: true });
    window.addEventListener('pageshow', show);
    window.addEventListener('beforeunload', unload);
    return () => {
      window.removeEventListener('pagehide', hide, { capture: true });
      window.removeEventListener('pageshow', show);
      window.removeEventListener('beforeunload', unload);
      made.dispose();
    };
  }, [
    store,
    session,
    id,
    makeDevice,
    runTest,
    token,
    setActive,
    setInCall,
    startWork,
    hangUp,
    sound,
    endLost,
    testToken,
    sendQuality,
    rate,
  ]);

  useEffect(() => {
    desk?.sync();
  }, [desk, active]);
  useEffect(() => {
    if (!desk) return undefined;
    let { wanted, isDialling } = store.get();
    return store.subscribe(() => {
      const now = store.get();
      if (now.wanted === wanted && now.isDialling === isDialling) return;
      ({ wanted, isDialling } = now);
      desk.sync();
    });
  }, [desk, store]);
  return desk;
}
