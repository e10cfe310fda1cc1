import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { openedLead } from '@crm/contracts/http/opened-lead.js';
import { useEvent } from 'react-admin';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { useVerbs } from '../providers/useVerb.js';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { statusOf } from '../http/http-client.js';
import { useConnectionState } from '../realtime/useConnectionState.js';
import { useLiveConnection } from '../realtime/RealtimeProvider.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { wholeLeadKey } from '../leads/lead/lead-query.js';
import { saveOpening } from '../leads/lead/opening.js';

/**
 * asking: not known yet; waiting: not known for so long that it is said, and still asked; held: ours to work on;
 * watching: somebody else has it, an admin may read it; refused: the server said no.
 */
export type HoldState = 'asking' | 'waiting' | 'held' | 'watching' | 'refused';

/** How long an unanswered question is nobody's business, and how long the first one is waited for. */
export const holdSlowMs = 3000;

/** The pause before a hold is asked for again: doubled each time, up to a quarter of a minute, spread by a fifth. */
export const holdPauseMs = (tries: number, random = Math.random()): number =>
  Math.min(1000 * 2 ** tries, 15_000) * (0.9 + 0.2 * random);

/** Refusals that another try does not change. */
const isFinal = (status: number | undefined) =>
  status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429;

/**
 * Holds a lead while its page is there: taken on opening, again after a lost connection or a lost lease, released on
 * leaving and on unload (rule L27); the gateway renews it meanwhile. What is not answered is asked
 * again. `heldByOther` says whether the server knows of another holder; once that one has left, it is asked for anew.
 */
export function useLeadHold(leadId: string, heldByOther: boolean): HoldState {
  const dataProvider = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const connection = useLiveConnection();
  const state = useConnectionState();
  // Asking begins the connection of a page that was opened by its address.
  const isLost = state === 'lost' || state === 'given-up';
  const showRefusal = useShowRefusal();
  const client = useQueryClient();
  const [hold, setHold] = useState<HoldState>('asking');
  const [round, setRound] = useState(0);
  const wasHeldByOther = useRef(false);
  const isOpened = useRef(false);
  const askAnew = () => {
    setRound((before) => before + 1);
  };

  /** One question: the hold that it gave, or undefined where it is to be asked again. */
  const ask = useEvent(async (tries: number): Promise<HoldState | undefined> => {
    try {
      const meta = tries === 0 ? { withinMs: holdSlowMs } : {};
      // Before there is a connection the page asks by itself for all it shows.
      isOpened.current ||= connection.state() !== 'live';
      const opens = isOpened.current ? {} : { opens: true as const };
      const locked = dataProvider.lock('leads', { id: leadId, meta: { ...meta, ...opens } });
      // What the page shows comes with its first hold; afterwards it is there, and kept up by its own readers.
      if (!isOpened.current)
        saveOpening(
          client,
          leadId,
          locked.then(({ opened }) => openedLead.safeParse(opened).data),
        );
      isOpened.current = true;
      const { held } = await locked;
      return held ? 'held' : 'watching';
    } catch (error) {
      if (await logoutIfAccessDenied(error)) return 'refused';
      const status = statusOf(error);
      if (!isFinal(status)) return undefined;
      // Gone, or somebody else's: reading it anew tells the page. A lead held by another has led away already.
      if (status === 404) void client.invalidateQueries({ queryKey: wholeLeadKey(leadId) });
      else showRefusal(error);
      return 'refused';
    }
  });

  useEffect(() => {
    setHold('asking');
    if (isLost) return undefined;
    let isOver = false;
    let pause: ReturnType<typeof setTimeout>;
    const slow = setTimeout(() => {
      setHold((before) => (before === 'asking' ? 'waiting' : before));
    }, holdSlowMs);
    const askUntilAnswered = async (tries: number) => {
      const answered = await ask(tries);
      if (isOver) return;
      if (answered === undefined) {
        pause = setTimeout(() => void askUntilAnswered(tries + 1), holdPauseMs(tries));
        return;
      }
      clearTimeout(slow);
      setHold(answered);
    };
    void askUntilAnswered(0);
    return () => {
      isOver = true;
      clearTimeout(slow);
      clearTimeout(pause);
    };
  }, [isLost, leadId, round, ask]);

  useEffect(() => {
    if (heldByOther) setHold('watching');
    else if (wasHeldByOther.current) askAnew();
    wasHeldByOther.current = heldByOther;
  }, [heldByOther]);

  useServerEvent('holdLost', ({ lead_id }) => {
    if (lead_id === leadId) askAnew();
  });

  useEffect(() => {
    const release = () => {
      // Whoever leaves waits for no answer; a hold that this does not reach ends with its lease.
      dataProvider.unlock('leads', { id: leadId }).catch(() => undefined);
    };
    window.addEventListener('pagehide', release);
    return () => {
      window.removeEventListener('pagehide', release);
      release();
    };
  }, [dataProvider, leadId]);

  return hold;
}
