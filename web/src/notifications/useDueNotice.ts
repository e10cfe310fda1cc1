import { useEvent } from 'react-admin';
import type { Followup } from '@crm/contracts/entities/followup.js';
import { useNavigate } from '../routing/NavigateProvider.js';

/**
 * Tells somebody who looks at another window that a call-back is due: it rings, and where the user allowed it the system
 * shows a notice, which leads to the lead.
 */
export function useDueNotice() {
  const navigate = useNavigate();
  return useEvent(({ id, lead_id }: Pick<Followup, 'id' | 'lead_id'>, text: string) => {
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
      void navigate(`/lead/${lead_id}`);
    };
  });
}
