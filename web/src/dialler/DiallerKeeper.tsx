import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import type { DiallerState } from '@crm/contracts/entities/telephony.js';
import { changeUserStatus } from '@crm/contracts/http/account.js';
import { dialOneByOne } from '@crm/contracts/http/calling.js';
import { useCallingStore, useKeptDevice } from '../calling/calling.js';
import { useShowAnswer, useShowRefusal } from '../notifications/useShowAnswer.js';
import { useVerbs } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useCue } from './cue.js';
import { diallerKey, useDialler, useNoteDialler, useRefreshDialler } from './useDialler.js';

/** Delay before the first lead is dialled, and before another where the answer asks for it (rule C6). */
export const dialAfterMs = 1000;

/**
 * Runs a guide's autodialler on every page (rule C6): requests the first call; the server dials each next one by itself
 * and says so. Switches itself off when the server has no lead or refuses.
 */
export default function DiallerKeeper() {
  const { id } = useCurrentUser();
  const client = useQueryClient();
  const verbs = useVerbs();
  const calling = useCallingStore();
  const cue = useCue();
  const navigate = useNavigate();
  const note = useNoteDialler();
  const refresh = useRefreshDialler();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { data } = useDialler();
  const on = data?.on ?? false;
  const callId = data?.call?.id ?? null;

  const isOn = () => client.getQueryData<DiallerState>(diallerKey)?.on ?? false;
  const save = (isWanted: boolean, keepalive = false) =>
    verbs.call(changeUserStatus, {
      body: { user_id: id, field: 'AD_status', status: isWanted ? 1 : 0 },
      keepalive,
    });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Several events may trigger the next call at once: one request is enough.
  const dialSoon = useEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void dial(), dialAfterMs);
  });
  async function dial() {
    if (!isOn()) return;
    try {
      const answer = await verbs.call(dialOneByOne, { body: { guide_id: id } });
      showAnswer(answer);
      if (!isOn()) return;
      if (answer.AD_restart) dialSoon();
      await followDial();
    } catch (error) {
      note({ on: false });
      if (await logoutIfAccessDenied(error)) return;
      showRefusal(error);
      // The dialler stops here either way: a second failure is not reported.
      await save(false).catch(() => undefined);
    }
  }
  async function followDial() {
    // The guide's own line comes before the customer answers: the cue is for the time in between.
    const { here, live } = calling.get();
    if (here === undefined || (here.kind === 'dialler' && live?.state !== 'talking')) cue.start();
    await refresh();
  }

  useKeptDevice(on);
  useEffect(() => {
    calling.setDialling(on);
    if (!on) return undefined;
    return () => {
      clearTimeout(timer.current);
      cue.stop();
      calling.setDialling(false);
    };
  }, [on, calling, cue]);
  const start = useEvent(() => {
    if (callId === null && calling.get().here === undefined) dialSoon();
  });
  useEffect(() => {
    if (on) start();
  }, [on, start]);

  useServerEvent('restartAd', ({ guide_id }) => {
    // A run of selected leads starts the dialler with this event alone.
    if (guide_id === id && !isOn()) note({ on: true });
  });
  useServerEvent('diallerNext', ({ guide_id, on: staysOn, ...answer }) => {
    if (guide_id !== id || !isOn()) return;
    clearTimeout(timer.current);
    showAnswer(answer);
    if (staysOn) void followDial();
    else note({ on: false });
  });
  useServerEvent('callChanged', (call) => {
    const isOver = call.state === 'ended';
    if (isOver || call.state === 'talking') cue.stop();
    note({ call: isOver ? null : call });
  });
  useEffect(
    () =>
      calling.incoming.add(({ kind }) => {
        if (kind !== 'dialler') cue.stop();
      }),
    [calling, cue],
  );
  const goOn = useEvent(() => {
    if (isOn()) void navigate('/guide/leads');
  });
  useEffect(() => calling.ended.add(goOn), [calling, goOn]);

  const leave = useEvent(() => {
    if (isOn()) void save(false, true).catch(() => undefined);
  });
  useEffect(() => {
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
    };
  }, [leave]);
  return null;
}
