import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { sentences } from '@crm/contracts/errors.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { pageOf } from '../routing/page-of.js';
import { useUncompletedLead } from '../session/SessionContext.js';
import { useLeaveCheck } from './LeaveGuard.js';

/**
 * Holds the page of a lead that is still owed, from the first moment on, loaded or not. Gives the address that leads
 * back to it where somebody arrives elsewhere, by a reload, a typed address or in another tab; they hear why.
 */
export function useOwedLead(): string | undefined {
  const owed = useUncompletedLead();
  const page = pageOf(useLocation().pathname);
  const showAnswer = useShowAnswer();
  const address = owed === null ? undefined : `/lead/${owed}`;
  const isThere = page === address;
  useLeaveCheck(isThere ? 'refuse' : undefined);

  // Owed on arrival; whoever is sent away from it later goes on.
  const [atArrival, setAtArrival] = useState(address);
  useEffect(() => {
    if (isThere || address === undefined) setAtArrival(undefined);
  }, [isThere, address]);
  const isElsewhere = atArrival !== undefined && atArrival === address && !isThere;
  useEffect(() => {
    if (isElsewhere) showAnswer({ status: 'warning', message: sentences.completeLead });
  }, [isElsewhere, showAnswer]);
  return isElsewhere ? address : undefined;
}
