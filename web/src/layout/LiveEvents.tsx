import { useEffect, useRef } from 'react';
import { useLogout, useNotify } from 'react-admin';
import { useNavigate } from '../routing/NavigateProvider.js';
import { isInCall, useCallingStore } from '../calling/calling.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { LeadNews } from '../notifications/LeadNews.js';
import { useDueNotice } from '../notifications/useDueNotice.js';
import { toShown } from '@crm/contracts/phone.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser, useSession } from '../session/SessionContext.js';

/** Delay between the event and opening the lead (rule A17). */
export const openOfferedLeadAfterMs = 5000;

/** Handles live events that concern the whole application. */
export const LiveEvents = () => {
  const session = useSession();
  const { id } = useCurrentUser();
  const logout = useLogout();
  const notify = useNotify();
  const navigate = useNavigate();
  const translate = useTranslate();
  const calling = useCallingStore();
  const notifyElsewhere = useDueNotice();
  /** Cancels what was started for the previously offered lead. */
  const opening = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      opening.current?.();
    },
    [],
  );

  useServerEvent('banned', ({ user_id }) => {
    if (user_id === id) void logout({}, '/signin', false);
  });
  useServerEvent('addLeadId', ({ lead_id }) => {
    let wasInCall = isInCall(calling.get());
    const say = () => {
      // No wait notice while the customer is on the line.
      const text = translate(wasInCall ? 'crm.shell.callerOffered' : 'crm.shell.leadOffered');
      notify(<LeadNews text={text} leadId={lead_id} onOpen={settle} />, { type: 'info' });
    };
    const unsubscribe = calling.subscribe(() => {
      if (wasInCall || !isInCall(calling.get())) return;
      wasInCall = true;
      say();
    });
    const timer = setTimeout(() => {
      settle();
      void navigate(`/lead/${lead_id}`);
    }, openOfferedLeadAfterMs);
    const settle = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    opening.current?.();
    opening.current = settle;
    say();
  });
  useServerEvent('createCustomerVoiceMail', ({ voicemail: { lead_name, number } }) => {
    notify('crm.shell.voicemailLeft', { type: 'info', messageArgs: { lead: lead_name || toShown(number) } });
  });
  useServerEvent('receiveMessage', ({ lead_name }) => {
    notify('crm.shell.messageLeft', { type: 'info', messageArgs: { lead: toShown(lead_name) } });
  });
  useServerEvent('followupNotification', ({ followup, lead_name }) => {
    const text = translate('crm.shell.followupDue', { lead: lead_name });
    notify(<LeadNews text={text} leadId={followup.lead_id} />, { type: 'info' });
    notifyElsewhere(followup, text);
  });
  useServerEvent('uncompletedLead', ({ lead_id }) => {
    session.change({ uncompleted_lead: lead_id });
  });
  return null;
};
