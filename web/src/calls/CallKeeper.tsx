import { Activity, Suspense, useEffect, useRef, useState } from 'react';
import { visuallyHidden } from '@mui/utils';
import { roles } from '@crm/contracts/codes/roles.js';
import { getLiveCall } from '@crm/contracts/http/calling.js';
import type { CallOutcome } from '@crm/contracts/entities/telephony.js';
import type { OutcomeStatus } from '@crm/contracts/errors.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { shownCall } from './call-shown.rules.js';
import { useCalling, useCallingStore } from '../calling/calling.js';
import { wordsOfFault } from '../calling/device-faults.rules.js';
import { CallbackOffer } from './CallbackOffer.js';
import { useAskedOutcome } from './useAskedOutcome.js';
import { useDesk } from './useDesk.js';
import { useFirstTest } from './useFirstTest.js';
import { lazyPart } from '../loading/lazy-part.js';

const AdjustDialog = lazyPart(() => import('./AdjustDialog.js'));
const CallPanel = lazyPart(() => import('./CallPanel.js'));
const OutcomeStrip = lazyPart(() => import('./OutcomeStrip.js'));
const CallRating = lazyPart(() => import('./CallRating.js'));

/**
 * Keeps calling alive on every page: the desk, the server's view of the call, the panel, and the follow-up dialogs.
 */
export default function CallKeeper() {
  const store = useCallingStore();
  const desk = useDesk();
  const calling = useCalling();
  const { role_id } = useCurrentUser();
  useFaultsShown();
  useOutcomesShown();
  useReloadsShown();
  useFirstTest();

  const { data: notified } = useVerbQuery({
    isKeptLive: true,
    key: ['calls', 'live'],
    ask: (provider, signal) => provider.call(getLiveCall, { signal }),
  });
  useEffect(() => {
    if (notified) desk?.read(notified.call);
  }, [desk, notified]);
  useServerEvent('callChanged', (call) => {
    desk?.changed(call);
  });
  useServerEvent('setConfParams', (conference) => {
    const { live } = store.get();
    if (live) store.set({ live: { ...live, conference } });
  });
  useServerEvent('setSecondParticipiantParams', (second) => {
    const { live } = store.get();
    if (live) store.set({ live: { ...live, second } });
  });

  const { asked, forget } = useAskedOutcome();
  /** The lead whose data is open beside the page: what was typed outlives the call. */
  const [adjusted, setAdjusted] = useState<string>();

  return (
    <>
      <Spoken />
      {role_id !== roles.admin && <CallbackOffer />}
      <Suspense fallback={null}>
        {calling.inCall && <CallPanel onAdjust={setAdjusted} />}
        {adjusted !== undefined && (
          <AdjustDialog
            key={`adjust ${adjusted}`}
            leadId={adjusted}
            onClose={() => {
              setAdjusted(undefined);
            }}
          />
        )}
        {calling.rateable && <CallRating key={calling.rateable.id} name={calling.rateable.name} />}
        {asked !== undefined && (
          // Another call to the same lead takes its place for a while: what was begun in it stays.
          <Activity mode={calling.inCall ? 'hidden' : 'visible'}>
            <OutcomeStrip key={`outcome ${asked.leadId}`} asked={asked} onClose={forget} />
          </Activity>
        )}
      </Suspense>
    </>
  );
}

/** Shows an error once, when it occurs. */
function useFaultsShown(): void {
  const translate = useCallMessages();
  const showAnswer = useShowAnswer();
  const { fault } = useCalling();
  const latest = useRef({ translate, showAnswer });
  latest.current = { translate, showAnswer };
  useEffect(() => {
    if (!fault) return;
    const { key, values } = wordsOfFault(fault);
    latest.current.showAnswer({ status: 'error', message: latest.current.translate(key, values) });
  }, [fault]);
}

const colourOf: Readonly<Record<CallOutcome, OutcomeStatus | undefined>> = {
  completed: undefined,
  canceled: undefined,
  busy: 'warning',
  'no-answer': 'warning',
  failed: 'error',
  refused: 'error',
  drop: 'success',
};

/** Shows the outcome of this window's calls; the dialler page shows those of its runs. */
function useOutcomesShown(): void {
  const translate = useCallMessages();
  const showAnswer = useShowAnswer();
  const { last, hasEnded } = useCalling();
  const said = useRef<string>(undefined);
  useEffect(() => {
    if (!last?.outcome || !hasEnded || last.kind === 'dialler' || said.current === last.id) return;
    said.current = last.id;
    const status = colourOf[last.outcome];
    if (status)
      showAnswer({ status, message: last.reason || translate(`crm.calls.outcome.${last.outcome}`) });
  }, [last, hasEnded, translate, showAnswer]);
}

/** Says that a call ended because its page was reloaded. */
function useReloadsShown(): void {
  const store = useCallingStore();
  const translate = useCallMessages();
  const showAnswer = useShowAnswer();
  const latest = useRef({ translate, showAnswer });
  latest.current = { translate, showAnswer };
  useEffect(
    () =>
      store.ended.add(({ reloadedFrom: name }) => {
        if (name === undefined) return;
        const message = latest.current.translate('crm.calls.reloaded', { name });
        latest.current.showAnswer({ status: 'warning', message });
      }),
    [store],
  );
}

/** Announces the call state to screen readers. */
function Spoken() {
  const translate = useCallMessages();
  const calling = useCalling();
  const call = shownCall(calling);
  const isHeld = calling.live?.conference?.hold === true;
  const text = () => {
    if (!call) return calling.hasEnded ? translate('crm.calls.said.ended') : '';
    const name = call.name || translate('crm.calls.unknown');
    if (call.stage === 'talking')
      return translate(isHeld ? 'crm.calls.said.hold' : 'crm.calls.said.talking', { name });
    if (calling.here?.direction === 'inbound') return translate('crm.calls.said.incoming', { name });
    return translate(call.stage === 'connecting' ? 'crm.calls.said.connecting' : 'crm.calls.said.calling', {
      name,
    });
  };
  return (
    <div role="status" aria-live="polite" style={visuallyHidden}>
      {text()}
    </div>
  );
}
