import { useEvent } from 'react-admin';
import { useNavigate } from '../routing/NavigateProvider.js';

interface Due {
  /** Of the follow-up. */
  id: string;
  leadId: string;
  text: string;
}

/**
 * Tells somebody who looks at another window that a call-back is due: it rings, and where the user allowed it the system
 * shows a notice, which leads to the lead.
 */
export function useDueNotice(): (due: Due) => void {
  const navigate = useNavigate();
  return useEvent(({ id, leadId, text }: Due) => {
    if (document.visibilityState === 'visible') return;
    // Not needed before: it is no part of the first load.
    void import('./ring-once.js').then(({ ringOnce }) => {
      ringOnce();
    });
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const notice = new Notification(text, { tag: `followup-${id}` });
    notice.onclick = () => {
      window.focus();
      notice.close();
      void navigate(`/lead/${leadId}`);
    };
  });
}
